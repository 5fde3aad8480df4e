package dev.pawl.store.sqlite;

import dev.pawl.engine.store.Retention;
import dev.pawl.run.Family;
import dev.pawl.run.Origin;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Bounds the number of ended runs in the tables, however fast runs end.
///
/// The engine prunes periodically. In between, more runs may end than a machine keeps, so each
/// projection checks: once a machine has half as many again as it keeps, the projection deletes at
/// least as many as it adds, in the same transaction. Runs that start and end between two
/// projections and would be deleted at once are not written at all. Runs that live runs refer to
/// stay, as in [Pruning].
///
/// Used by the thread that holds the write connection, except for [#retain].
final class EndedRunBound {
    /// A machine that keeps only a few runs may temporarily have this many more.
    private static final int SLACK_MIN = 1_024;

    private static final int DELETED_MIN = 4_096;

    private volatile Map<String, Long> keep = Map.of();

    /// An upper bound for the stored ended runs of each machine; counted again when that matters.
    private final Map<String, Long> stored = new HashMap<>();

    /// How many surplus runs of each machine were spared the last time because live runs refer to
    /// them: looking at them again is useless until there are more.
    private final Map<String, Long> spared = new HashMap<>();

    /// How many ended runs the current projection adds to machines that have too many.
    private final Map<Machine, Integer> added = new HashMap<>();

    /// Sets how many ended runs machines keep.
    void retain(List<Retention> all) {
        Map<String, Long> next = new HashMap<>();
        for (Retention one : all) if (one.keep() != null) next.put(one.machine(), one.keep());
        keep = Map.copyOf(next);
    }

    /// Returns the pending runs that need not be written; none while the log has a reader, which
    /// would miss them.
    Set<PendingRun> unwritten(SqlSession session, Pending pending, boolean hasLogReader)
            throws SQLException {
        Map<String, Long> limits = keep;
        Set<PendingRun> unwritten = new HashSet<>();
        added.clear();
        if (limits.isEmpty()) return unwritten;
        Map<String, List<PendingRun>> ended =
                pending.runs().stream()
                        .filter(run -> run.run().status().isEnd())
                        .filter(run -> limits.containsKey(run.run().machine()))
                        .collect(Collectors.groupingBy(run -> run.run().machine()));
        for (var each : ended.entrySet()) {
            Machine machine = new Machine(each.getKey(), limits.getOrDefault(each.getKey(), 0L));
            List<PendingRun> runs = each.getValue();
            if (isWithin(session, machine, runs.size())) continue;
            List<PendingRun> surplus =
                    hasLogReader ? List.of() : machine.surplus(runs, referred(pending));
            unwritten.addAll(surplus);
            added.put(machine, runs.size() - surplus.size());
        }
        return unwritten;
    }

    /// Deletes as many ended runs as the pending ones, which are now written, make surplus.
    void delete(SqlSession session) throws SQLException {
        for (var each : added.entrySet()) delete(session, each.getKey(), each.getValue());
        added.clear();
    }

    /// Forgets the counts, which may include rolled-back runs.
    void forget() {
        stored.clear();
        spared.clear();
    }

    /// Returns the runs that live pending runs wait for: they may have ended before the waiting run
    /// was notified.
    private static Set<RunId> referred(Pending pending) {
        return pending.runs().stream()
                .map(PendingRun::run)
                .filter(run -> !run.status().isEnd())
                .flatMap(run -> run.origin().links().predecessors().stream())
                .map(Predecessor::run)
                .collect(Collectors.toSet());
    }

    private boolean isWithin(SqlSession session, Machine machine, int more) throws SQLException {
        Long known = stored.get(machine.name());
        long limit = machine.limit() + spared.getOrDefault(machine.name(), 0L);
        if (known == null || known + more > limit) {
            long most = Pruning.most(machine.limit() + deletedMax(more));
            known = Pruning.count(session, machine.name(), most);
        }
        boolean within = known + more <= limit;
        stored.put(machine.name(), within ? known + more : known);
        return within;
    }

    private void delete(SqlSession session, Machine machine, int added) throws SQLException {
        long before = stored.getOrDefault(machine.name(), 0L);
        long surplus = Math.clamp(before + added - machine.keep(), 0L, before);
        long wanted = Math.min(surplus, deletedMax(added));
        int deleted = Pruning.delete(session, machine.name(), surplus, wanted);
        stored.put(machine.name(), before - deleted + added);
        spared.put(machine.name(), deleted < wanted ? surplus - deleted : 0);
    }

    /// More than are added, so that an earlier surplus shrinks too, and bounded, so that no
    /// transaction takes long.
    private static long deletedMax(int added) {
        return DELETED_MIN + 2L * added;
    }

    private record Machine(String name, long keep) {

        long limit() {
            return keep + Math.max(keep / 2, SLACK_MIN);
        }

        /// Returns the runs beyond the newest ones that are kept. Runs that can be found by a link
        /// or an idempotency key are always written.
        List<PendingRun> surplus(List<PendingRun> ended, Set<RunId> referred) {
            List<PendingRun> plain = new ArrayList<>();
            for (PendingRun run : ended) {
                boolean droppable = run.isNew() && isPlain(run.run());
                if (droppable && !referred.contains(run.run().id())) plain.add(run);
            }
            long surplus = plain.size() - keep;
            if (surplus <= 0) return List.of();
            plain.sort(Comparator.comparingLong(run -> NanoTimes.endedNanos(run.run())));
            return plain.subList(0, (int) surplus);
        }

        private static boolean isPlain(Run run) {
            Origin origin = run.origin();
            return origin.links().parent() == null
                    && origin.links().predecessors().isEmpty()
                    && origin.idempotency() == null
                    && run.data().family().equals(Family.NONE);
        }
    }
}

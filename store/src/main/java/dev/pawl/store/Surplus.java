package dev.pawl.store;

import dev.pawl.engine.store.Retention;
import dev.pawl.run.Family;
import dev.pawl.run.Origin;
import dev.pawl.run.Run;
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
/// The engine prunes from time to time. Between two of its rounds more runs may end than a machine
/// keeps, so each projection checks: once a machine has twice the runs that it keeps, the
/// projection deletes at least as many as it adds, in the same transaction. Runs that start and end
/// between two projections and that would be deleted again at once are not written at all.
///
/// Used by the holder of the write connection, except for [#retain].
final class Surplus {
    /// A machine that keeps only a few runs may still have this many more for a moment.
    private static final int SLACK_MIN = 1_024;

    private static final int DELETED_MIN = 4_096;

    private volatile Map<String, Long> keep = Map.of();

    /// At most this many ended runs of a machine are stored; counted again when that matters.
    private final Map<String, Long> stored = new HashMap<>();

    /// Sets how many ended runs machines keep.
    void retain(List<Retention> all) {
        Map<String, Long> next = new HashMap<>();
        for (Retention one : all) if (one.keep() != null) next.put(one.machine(), one.keep());
        keep = Map.copyOf(next);
    }

    /// Deletes as many ended runs as what is pending makes surplus, and returns those of the
    /// pending runs that need not be written; none while the log has a reader, which would miss
    /// them.
    Set<PendingRun> reduce(Session session, Pending pending, boolean hasLogReader)
            throws SQLException {
        Map<String, Long> limits = keep;
        Set<PendingRun> unwritten = new HashSet<>();
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
            if (!hasLogReader) unwritten.addAll(machine.surplus(runs));
            int added = runs.size() - (int) runs.stream().filter(unwritten::contains).count();
            delete(session, machine, added);
        }
        return unwritten;
    }

    /// Forgets the counts, which may include what was rolled back.
    void forget() {
        stored.clear();
    }

    private boolean isWithin(Session session, Machine machine, int more) throws SQLException {
        Long known = stored.get(machine.name());
        if (known == null || known + more > machine.limit()) {
            known = Pruning.count(session, machine.name(), machine.limit() + deletedMax(more));
        }
        boolean within = known + more <= machine.limit();
        stored.put(machine.name(), within ? known + more : known);
        return within;
    }

    private void delete(Session session, Machine machine, int added) throws SQLException {
        long before = stored.getOrDefault(machine.name(), 0L);
        long surplus = Math.clamp(before + added - machine.keep(), 0L, before);
        int deleted = Pruning.delete(session, machine.name(), Math.min(surplus, deletedMax(added)));
        stored.put(machine.name(), before - deleted + added);
    }

    /// More than is added, so that a surplus from before shrinks too, and bounded, so that no
    /// transaction takes long.
    private static long deletedMax(int added) {
        return DELETED_MIN + 2L * added;
    }

    private record Machine(String name, long keep) {

        long limit() {
            return keep + Math.max(keep, SLACK_MIN);
        }

        /// Returns the runs beyond the newest that are kept. Runs that others may look for by a
        /// link or an idempotency key are written whatever becomes of them.
        List<PendingRun> surplus(List<PendingRun> ended) {
            List<PendingRun> plain = new ArrayList<>();
            for (PendingRun run : ended) if (run.isNew() && isPlain(run.run())) plain.add(run);
            long surplus = plain.size() - keep;
            if (surplus <= 0) return List.of();
            plain.sort(Comparator.comparingLong(run -> Projection.endedNanos(run.run())));
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

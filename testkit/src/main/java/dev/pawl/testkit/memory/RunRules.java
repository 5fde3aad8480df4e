package dev.pawl.testkit.memory;

import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Origin;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The invariants of a change of a run, and of its whole history.
final class RunRules {
    private static final Map<RunStatus, Set<RunStatus>> MOVES = moves();

    private RunRules() {}

    /// Returns the faults of a change from `before` to `after` with these history entries. A whole
    /// history is a change from null.
    static List<String> faults(@Nullable Run before, Run after, List<HistoryEntry> entries) {
        List<String> faults = new ArrayList<>();
        follow(before, after, entries, faults);
        if (after.status().isEnd() != (after.timing().ended() != null)) {
            faults.add(
                    "expected a time of end exactly when a run has ended, found %s with %s"
                            .formatted(after.status(), after.timing().ended()));
        }
        if (before != null) compare(before, after, faults);
        return faults.stream().map(fault -> fault + "; " + where(after)).toList();
    }

    private static void follow(
            @Nullable Run before, Run after, List<HistoryEntry> entries, List<String> faults) {
        long seq = before == null ? firstOf(entries) - 1 : before.version();
        RunStatus status = before == null ? null : before.status();
        for (HistoryEntry entry : entries) {
            seq++;
            if (entry.seq() != seq) {
                faults.add("expected history entry %d, found %d".formatted(seq, entry.seq()));
                return;
            }
            if (status != null && !isLegal(status, entry.status())) {
                faults.add(
                        "expected %s to become one of %s, found %s in history entry %d"
                                .formatted(status, targets(status), entry.status(), seq));
            }
            status = entry.status();
        }
        if (entries.isEmpty()) {
            faults.add("expected at least one history entry, found none");
            return;
        }
        HistoryEntry last = entries.getLast();
        if (after.version() != last.seq()) {
            faults.add(
                    "expected version %d as in the last history entry, found %d"
                            .formatted(last.seq(), after.version()));
        }
        if (after.status() != last.status() || !after.state().equals(last.state())) {
            faults.add(
                    "expected %s in '%s' as in the last history entry, found %s in '%s'"
                            .formatted(last.status(), last.state(), after.status(), after.state()));
        }
    }

    private static long firstOf(List<HistoryEntry> entries) {
        boolean trimmed =
                !entries.isEmpty() && entries.getFirst().kind() == HistoryEntry.Kind.TRIMMED;
        return trimmed ? entries.getFirst().seq() : 1;
    }

    private static void compare(Run before, Run after, List<String> faults) {
        Origin origin = before.origin().adoptedBy(after.origin().machine());
        Predecessor behind = after.origin().links().behind();
        // A run that queues behind another run of its key may move up.
        if (origin.links().behind() != null && behind != null) {
            origin = origin.with(origin.links().withBehind(behind.run()));
        }
        if (!after.origin().equals(origin)) {
            faults.add(
                    "expected the origin %s, found %s".formatted(before.origin(), after.origin()));
        }
        if (before.status().isEnd() && !fixedPart(after).equals(fixedPart(before))) {
            faults.add(
                    "expected an ended run to stay unchanged but for its family, found a change");
        }
    }

    /// Returns the part of an ended run that never changes.
    private static Run fixedPart(Run run) {
        Timing t = run.timing();
        Timing timing =
                new Timing(t.created(), t.created(), t.since(), t.timer(), t.deadline(), t.ended());
        return run.with(run.data().withFamily(Family.NONE)).with(timing).withVersion(0).ownedBy(0);
    }

    /// Returns whether a change of status is legal. An entry that keeps the status is always legal.
    private static boolean isLegal(RunStatus from, RunStatus to) {
        return from == to || targets(from).contains(to);
    }

    private static Set<RunStatus> targets(RunStatus from) {
        return MOVES.getOrDefault(from, Set.of());
    }

    private static String where(Run run) {
        return "run %s of %s, version %d"
                .formatted(run.id(), run.origin().machine(), run.version());
    }

    private static Map<RunStatus, Set<RunStatus>> moves() {
        Map<RunStatus, Set<RunStatus>> moves = new EnumMap<>(RunStatus.class);
        for (var move : RunStatus.TABLE.moves()) {
            moves.computeIfAbsent(move.from(), _ -> EnumSet.noneOf(RunStatus.class)).add(move.to());
        }
        return moves;
    }
}

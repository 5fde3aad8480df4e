package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Runs of a machine with five steps.
public final class SampleRuns {
    public static final MachineRef MACHINE = new MachineRef("pull-image", 3, "5e1f09ab77c2d410");
    public static final Instant START = Instant.parse("2026-01-01T00:00:00.123456789Z");
    static final int STEPS = 5;

    private static final Payload REQUEST =
            Payload.of(
                    "{\"image\":\"registry/library/debian:12\",\"size\":48213,\"platform\":"
                            + "\"linux/amd64\",\"attempts\":3}");

    private SampleRuns() {}

    public static Run started(long id) {
        return started(id, null);
    }

    public static Run started(long id, String key) {
        Origin origin = new Origin(MACHINE, key, REQUEST, Links.NONE, null, null, Map.of());
        return new Run(
                new RunId(id),
                origin,
                Condition.of(RunStatus.RUNNING, "check-exists"),
                Progress.none(START),
                Data.NONE,
                Timing.created(START, null),
                1);
    }

    /// Returns the run one step further; after five steps it has completed.
    public static Run next(Run run) {
        boolean end = run.version() + 1 >= STEPS;
        Instant now = run.timing().updated().plus(Duration.ofMillis(3));
        return run.with(
                        end
                                ? Condition.of(RunStatus.COMPLETED, "done")
                                : Condition.of(RunStatus.RUNNING, "step-" + run.version()))
                .with(run.timing().changed(now, true, end))
                .with(run.data().withResponse(Payload.of("{\"digest\":\"sha256:0123456789\"}")))
                .withVersion(run.version() + 1);
    }

    /// Returns the change to this value of a run, with one history entry.
    public static Commit.Change change(Run run) {
        HistoryEntry.Kind kind =
                run.status().isEnd() ? HistoryEntry.Kind.ENDED : HistoryEntry.Kind.ENTERED;
        HistoryEntry entry =
                new HistoryEntry(
                        run.version(),
                        run.timing().updated(),
                        run.version() == 1 ? HistoryEntry.Kind.STARTED : kind,
                        run.status(),
                        run.state(),
                        1,
                        HistoryEntry.ENGINE,
                        null);
        return new Commit.Change(run, List.of(entry));
    }

    public static Commit commit(Run run) {
        return Commit.of(change(run));
    }
}

package dev.pawl.engine;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Logs what goes wrong, each failure once: the listener of an engine that was given none.
///
/// An attempt that fails and is tried again is part of ordinary work, and is logged as `DEBUG`;
/// that a run keeps failing is a `WARNING` after 10 failures in a row, and again after 100 and so
/// on. An engine with listeners of its own logs nothing by itself; add a `LoggingListener` to them
/// to have both. Safe for use by many threads.
public final class LoggingListener implements Listener {
    private static final String NAME = "dev.pawl.engine";
    private static final Set<RunStatus> FAILED =
            Set.of(RunStatus.FAILED, RunStatus.EXHAUSTED, RunStatus.EXPIRED, RunStatus.PARKED);

    private final System.Logger logger;

    /// Logs to the logger `dev.pawl.engine`.
    public LoggingListener() {
        this(System.getLogger(NAME));
    }

    /// Logs to a logger of the caller's choice.
    public LoggingListener(System.Logger logger) {
        this.logger = logger;
    }

    @Override
    public void on(EngineEvent event) {
        switch (event) {
            case EngineEvent.RunChanged(var before, var after, var entries) ->
                    changed(before, after, entries);
            case EngineEvent.TaskFailed(var task, var problem) ->
                    log(Level.WARNING, "task '%s' failed: %s".formatted(task, problem));
            case EngineEvent.BodyStuck(var run, var state, var since) ->
                    log(
                            Level.WARNING,
                            "run %s: the body of '%s' ignores its interruption for %s"
                                    .formatted(run, state, since));
            case EngineEvent.StoreUnavailable(var problem) ->
                    log(
                            Level.WARNING,
                            "the store is unavailable; runs wait until it recovers: " + problem);
            case EngineEvent.StoreRecovered() -> log(Level.INFO, "the store has recovered");
            case EngineEvent.StoreFailed(var problem) ->
                    log(Level.ERROR, "the engine has stopped because its store failed: " + problem);
            case EngineEvent.LeaseLost(var epoch, var problem) ->
                    log(
                            Level.WARNING,
                            "lost the lease with epoch %d: %s".formatted(epoch, problem));
            case EngineEvent.FiresDropped(var schedule, var count) ->
                    log(
                            Level.WARNING,
                            "schedule '%s' dropped %d missed fires".formatted(schedule, count));
            case EngineEvent.LeaseDropped(var lease, var reason) ->
                    log(
                            Level.WARNING,
                            "dropped the lease of %s on pool '%s': %s"
                                    .formatted(lease.holder(), lease.pool(), reason));
            case EngineEvent.LimitsOverridden(var kind, var name, var declared, var stored) ->
                    log(
                            Level.WARNING,
                            "%s '%s' is declared with %s, but the store keeps %s"
                                    .formatted(kind, name, declared, stored));
            case EngineEvent.EventUndelivered(var _, var to, var name, var reason) ->
                    log(
                            Level.WARNING,
                            "event %s did not reach run %s: %s".formatted(name, to, reason));
            case EngineEvent.AttemptStarted _,
                    EngineEvent.AttemptEnded _,
                    EngineEvent.Resumed _,
                    EngineEvent.Joined _,
                    EngineEvent.TakenOver _ -> {}
        }
    }

    private void changed(@Nullable Run before, Run after, List<HistoryEntry> entries) {
        boolean same = before != null && before.status() == after.status();
        boolean fails = FAILED.contains(after.status()) && !same;
        boolean cleaned = before != null && before.status() == RunStatus.CLEANING;
        // The attempt that ends a run is part of the run's own failure.
        boolean last = fails || (after.condition().ending() != null && !cleaned);
        for (HistoryEntry entry : entries) {
            boolean attempt = entry.kind() == HistoryEntry.Kind.ATTEMPT_FAILED && !last;
            boolean cleanup = entry.kind() == HistoryEntry.Kind.CLEANUP_FAILED;
            if (attempt) retried(after, entry);
            if (cleanup) log(Level.WARNING, line(after, entry, "the cleanup failed"));
        }
        if (fails) log(Level.WARNING, failure(after));
    }

    private void retried(Run run, HistoryEntry entry) {
        int failures = run.progress().failures();
        if (isLandmark(failures)) {
            String what = "the last %d attempts failed, most recently".formatted(failures);
            log(Level.WARNING, line(run, entry, what));
        } else {
            log(Level.DEBUG, line(run, entry, "an attempt failed"));
        }
    }

    /// Returns whether so many failures in a row are worth a warning: 10, 100, 1,000 and so on.
    private static boolean isLandmark(int failures) {
        int rest = failures;
        while (rest >= 10 && rest % 10 == 0) rest /= 10;
        return failures >= 10 && rest == 1;
    }

    private static String line(Run run, HistoryEntry entry, String what) {
        return "run %s of %s: %s in '%s': %s"
                .formatted(run.id(), run.machine(), what, entry.state(), entry.detail());
    }

    private static String failure(Run run) {
        RunEnd ending = run.condition().ending();
        Object reason =
                run.status() == RunStatus.PARKED || ending == null
                        ? run.condition().reason()
                        : ending.failure();
        return "run %s of %s is %s in '%s': %s"
                .formatted(run.id(), run.machine(), run.status(), run.state(), reason);
    }

    private void log(Level level, String text) {
        logger.log(level, text);
    }
}

package dev.pawl.run;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far a run is in its state: attempts never go back, also not after a crash.
///
/// `attempt` counts executions of the state's body in this visit, `failures` those that ended in an
/// error, `crashes` those that the process did not survive. `visits` counts entries per state.
/// `cut` says whether an attempt of this visit was cut off, so that nobody knows how far it got;
/// `begun` whether any body of the run was ever executed.
public record Progress(
        int attempt,
        int failures,
        int crashes,
        Instant entered,
        Map<String, Integer> visits,
        @Nullable Failure error,
        boolean cut,
        boolean begun) {
    private static final Failure CRASH = Failure.of("Crash", "the process died in the attempt");
    private static final Failure CLOSED = Failure.of("Closed", "the engine was closed in it");

    public Progress {
        visits = Map.copyOf(visits);
    }

    /// Returns the progress of a run that has not entered any state.
    public static Progress none(Instant now) {
        return new Progress(0, 0, 0, now, Map.of(), null, false, false);
    }

    /// Returns the progress after entering `state`: a new visit, no attempt yet.
    public Progress entering(String state, Instant now, boolean counted) {
        if (!counted) return new Progress(0, 0, 0, now, visits, null, false, begun);
        Map<String, Integer> more = new HashMap<>(visits);
        more.merge(state, 1, Integer::sum);
        return new Progress(0, 0, 0, now, more, null, false, begun);
    }

    /// Returns the progress at the next attempt.
    public Progress nextAttempt() {
        return new Progress(attempt + 1, failures, crashes, entered, visits, error, cut, true);
    }

    /// Returns the progress after an attempt that failed.
    public Progress failed(Failure failure) {
        return new Progress(attempt, failures + 1, crashes, entered, visits, failure, cut, begun);
    }

    /// Returns the progress after an attempt that was cut off: the process died in it, or the
    /// engine was closed.
    public Progress cut(boolean crash) {
        Failure why = crash ? CRASH : CLOSED;
        int more = crash ? crashes + 1 : crashes;
        return new Progress(attempt, failures, more, entered, visits, why, true, begun);
    }

    /// Returns the progress with failures and crashes forgotten: somebody decided to try again.
    public Progress forgiven() {
        return new Progress(attempt, 0, 0, entered, visits, error, cut, begun);
    }

    /// Returns how often `state` was entered.
    public int visits(String state) {
        return visits.getOrDefault(state, 0);
    }
}

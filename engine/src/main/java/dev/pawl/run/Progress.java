package dev.pawl.run;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far a run is in its state: attempts never go back, also not after a crash.
///
/// `attempt` counts executions of the state's body in this visit, `failures` those that ended in an
/// error, `crashes` those that the process did not survive. `visits` counts, for each way with a
/// bound, the visits that it led to. `cut` says whether an attempt of this visit was cut off, so
/// that nobody knows how far it got; `begun` whether any body of the run was ever executed.
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

    private static final String WAITS = "Waits";

    public Progress {
        visits = Map.copyOf(visits);
    }

    /// Returns the progress of a run that has not entered any state.
    public static Progress none(Instant now) {
        return new Progress(0, 0, 0, now, Map.of(), null, false, false);
    }

    /// Returns the progress after entering a state: a new visit, no attempt yet.
    public Progress entering(Instant now) {
        return new Progress(0, 0, 0, now, visits, null, false, begun);
    }

    /// Returns the progress of a new visit that waits for something before its first attempt.
    public Progress waiting(Instant now, String reason) {
        Failure why = Failure.of(WAITS, reason);
        return new Progress(0, 0, 0, now, visits, why, false, begun);
    }

    /// Returns what the state waits for before its first attempt, if it does.
    public Optional<String> waitsFor() {
        return Optional.ofNullable(error)
                .filter(why -> attempt == 0 && why.type().equals(WAITS))
                .map(Failure::message);
    }

    /// Returns the progress with one visit more by the way from one state to another.
    public Progress jumping(String from, String to) {
        Map<String, Integer> more = new HashMap<>(visits);
        more.merge(way(from, to), 1, Integer::sum);
        return new Progress(attempt, failures, crashes, entered, more, error, cut, begun);
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

    /// Returns how often the way from one state to another was taken, if it has a bound.
    public int visits(String from, String to) {
        return visits.getOrDefault(way(from, to), 0);
    }

    private static String way(String from, String to) {
        return from + " > " + to;
    }
}

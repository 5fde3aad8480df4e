package dev.pawl.run;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The attempts of a run in its current state. The attempt number never decreases, even after a
/// crash.
///
/// `attempt` counts executions of the state's body in this visit, `failures` those that failed, and
/// `crashes` those during which the process crashed. `visits` counts the jumps along each limited
/// transition, and the crashes after which a recovery left a state. `interrupted` means that a
/// crash or closing the engine interrupted an attempt of this visit, so it is unknown how far that
/// attempt got; `executed`, that a body of the run was executed at least once.
public record Progress(
        int attempt,
        int failures,
        int crashes,
        Instant entered,
        Map<String, Integer> visits,
        @Nullable Failure error,
        boolean interrupted,
        boolean executed) {
    private static final Failure CRASH =
            Failure.of("Crash", "the process crashed during the attempt");
    private static final Failure CLOSED =
            Failure.of("Closed", "the engine was closed during the attempt");

    private static final String WAITS = "Waits";
    private static final String AFTER_CRASHES = " > after a crash";

    public Progress {
        visits = Map.copyOf(visits);
    }

    /// Returns the progress of a run that has not entered a state yet.
    public static Progress none(Instant now) {
        return new Progress(0, 0, 0, now, Map.of(), null, false, false);
    }

    /// Returns the progress after entering a state: a new visit, no attempt yet.
    public Progress entering(Instant now) {
        return new Progress(0, 0, 0, now, visits, null, false, executed);
    }

    /// Returns the progress of a new visit that waits for something before its first attempt.
    public Progress waiting(Instant now, String reason) {
        Failure why = Failure.of(WAITS, reason);
        return new Progress(0, 0, 0, now, visits, why, false, executed);
    }

    /// Returns what the state waits for before its first attempt, if anything.
    public Optional<String> waitsFor() {
        return Optional.ofNullable(error)
                .filter(why -> attempt == 0 && why.type().equals(WAITS))
                .map(Failure::message);
    }

    /// Returns the progress after a jump from one state to another.
    public Progress withJump(String from, String to) {
        Map<String, Integer> more = new HashMap<>(visits);
        more.merge(transition(from, to), 1, Integer::sum);
        return new Progress(
                attempt, failures, crashes, entered, more, error, interrupted, executed);
    }

    /// Returns the progress after a recovery that leaves `state`, with the crashes of this visit.
    public Progress withRecovery(String state) {
        if (crashes == 0) return this;
        Map<String, Integer> more = new HashMap<>(visits);
        more.merge(state + AFTER_CRASHES, crashes, Integer::sum);
        return new Progress(
                attempt, failures, crashes, entered, more, error, interrupted, executed);
    }

    /// Returns how often the process crashed in `state`, the current one: in this visit, and in
    /// those that a recovery ended.
    public int crashesIn(String state) {
        return crashes + visits.getOrDefault(state + AFTER_CRASHES, 0);
    }

    /// Returns the progress when the next attempt starts.
    public Progress nextAttempt() {
        // The reason of a wait is not an error of an attempt.
        Failure last = waitsFor().isPresent() ? null : error;
        return new Progress(
                attempt + 1, failures, crashes, entered, visits, last, interrupted, true);
    }

    /// Returns the progress after an attempt that failed.
    public Progress failed(Failure failure) {
        return new Progress(
                attempt, failures + 1, crashes, entered, visits, failure, interrupted, executed);
    }

    /// Returns the progress after an attempt that a crash, or closing the engine, interrupted.
    public Progress interrupted(boolean crash) {
        Failure why = crash ? CRASH : CLOSED;
        int more = crash ? crashes + 1 : crashes;
        return new Progress(attempt, failures, more, entered, visits, why, true, executed);
    }

    /// Returns the progress without failures and crashes, because an operator retries the run.
    public Progress withoutFailures() {
        Map<String, Integer> jumps = new HashMap<>(visits);
        jumps.keySet().removeIf(transition -> transition.endsWith(AFTER_CRASHES));
        return new Progress(attempt, 0, 0, entered, jumps, error, interrupted, executed);
    }

    /// Returns how often the run jumped from one state to another, if that transition is limited.
    public int visits(String from, String to) {
        return visits.getOrDefault(transition(from, to), 0);
    }

    private static String transition(String from, String to) {
        return from + " > " + to;
    }
}

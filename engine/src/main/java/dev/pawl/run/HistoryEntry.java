package dev.pawl.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One entry of a run's history: what happened, when, who caused it, and the run's status and state
/// afterwards.
///
/// `seq` counts from 1 without gaps; a trimmed history starts with an entry of the kind `TRIMMED`.
/// `actor` is `engine` or the name of an operator.
public record HistoryEntry(
        long seq,
        Instant at,
        Kind kind,
        RunStatus status,
        String state,
        int attempt,
        String actor,
        @Nullable String detail) {
    /// The actor of everything that no operator ordered.
    public static final String ENGINE = "engine";

    /// Returns the entry that replaces this one and all earlier ones when the history is trimmed.
    public HistoryEntry trimmed() {
        String removed = "entries 1 to %d were removed by retention".formatted(seq);
        return new HistoryEntry(seq, at, Kind.TRIMMED, status, state, attempt, ENGINE, removed);
    }

    /// What can happen to a run.
    public enum Kind {
        STARTED,
        DUE,
        RELEASED,
        ADMITTED,
        GRANTED,
        ENTERED,
        REPEATED,
        RESULT_RECORDED,
        ATTEMPT_FAILED,
        ATTEMPT_TIMED_OUT,
        RETRIED,
        EVENT_RECEIVED,
        EVENT_CONSUMED,
        EVENT_UNDELIVERED,
        TIMER_FIRED,
        INTERRUPTED,
        CHILD_STARTED,
        CHILD_ENDED,
        FOLLOWED,
        PAUSE_REQUESTED,
        PAUSED,
        RESUMED,
        CANCEL_REQUESTED,
        DEADLINE_PASSED,
        STATE_SKIPPED,
        WENT_TO,
        FORKED,
        RECOVERED,
        ADOPTED,
        PARKED,
        UNPARKED,
        CLEANUP_STARTED,
        CLEANUP_FAILED,
        ENDED,
        TRIMMED
    }
}

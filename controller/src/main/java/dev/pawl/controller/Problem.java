package dev.pawl.controller;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Failures in a row, and when the next attempt is due.
///
/// @param withheld the action that failed and those after it, as JSON: they wait for the retry
record Problem(
        Where where,
        String text,
        int failures,
        Instant since,
        Instant retryAt,
        List<String> withheld) {
    private static final int TEXT_CHARS_MAX = 1_000;

    Problem {
        withheld = List.copyOf(withheld);
        if (text.length() > TEXT_CHARS_MAX) text = text.substring(0, TEXT_CHARS_MAX - 1) + "…";
    }

    /// Returns the problem after a failure, the first one or one more.
    static Problem after(@Nullable Problem before, Where where, String text, Retrying retrying) {
        int failures = before == null ? 1 : before.failures + 1;
        Instant since = before == null ? retrying.now() : before.since;
        Instant retryAt = retrying.now().plus(retrying.delays().delay(failures));
        return new Problem(where, text, failures, since, retryAt, List.of());
    }

    Problem withheld(List<String> actions) {
        return new Problem(where, text, failures, since, retryAt, actions);
    }

    /// Returns whether the object's own code has failed, so that nothing could be decided.
    boolean isOfDeciding() {
        return where == Where.OBSERVER || where == Where.EVALUATOR || where == Where.MEMORY;
    }

    boolean isDue(Instant now) {
        return !now.isBefore(retryAt);
    }

    /// What has failed.
    enum Where {
        OBSERVER("the observer"),
        EVALUATOR("the evaluator"),
        MEMORY("reading the stored memory"),
        ACTION("an action"),
        STATUS("writing the status");

        private final String words;

        Where(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// The time of a failure, and the delays after failures in a row.
    record Retrying(Instant now, Delays delays) {}

    /// Returns the delay after so many failures in a row.
    interface Delays {
        Duration delay(int failures);
    }
}

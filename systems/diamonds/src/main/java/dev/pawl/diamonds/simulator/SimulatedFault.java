package dev.pawl.diamonds.simulator;

import java.time.Duration;

/// What goes wrong with one request.
sealed interface SimulatedFault {

    /// Nothing.
    record None() implements SimulatedFault {}

    /// An error status, in place of an answer.
    ///
    /// @param retryAfter how long to wait; zero if the response does not say
    /// @param isDate whether that is written as a date
    record ErrorStatus(int status, Duration retryAfter, boolean isDate) implements SimulatedFault {}

    /// The answer, after a while.
    record Slow(Duration time) implements SimulatedFault {}

    /// The first half of the answer.
    ///
    /// @param isAnnounced whether the length in the header is that of the whole answer
    record Truncated(boolean isAnnounced) implements SimulatedFault {}

    /// The connection is closed without an answer.
    record Reset() implements SimulatedFault {}
}

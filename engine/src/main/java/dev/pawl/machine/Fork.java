package dev.pawl.machine;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// A copy of a run that starts in one of its machine's states; made by [Machine#fork].
///
/// It has the run's request, response and context unless others are given here.
public record Fork<I, O>(
        Machine<I, O> machine,
        RunId run,
        String state,
        @Nullable I request,
        @Nullable O response,
        @Nullable Object context) {

    /// Returns this fork with another request than the run's.
    public Fork<I, O> request(I other) {
        return new Fork<>(machine, run, state, other, response, context);
    }

    /// Returns this fork with another response so far than the run's.
    public Fork<I, O> response(O other) {
        return new Fork<>(machine, run, state, request, other, context);
    }

    /// Returns this fork with another context than the run's.
    public Fork<I, O> context(Object other) {
        return new Fork<>(machine, run, state, request, response, other);
    }
}

package dev.pawl.machine;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// A request to start a copy of a run in a given state; made by [Machine#fork].
///
/// The copy has the request, response and context of the run, unless they are replaced here.
public record Fork<I, O>(
        Machine<I, O> machine,
        RunId run,
        String state,
        @Nullable I request,
        @Nullable O response,
        @Nullable Object context) {

    /// Returns this fork with another request.
    public Fork<I, O> request(I other) {
        return new Fork<>(machine, run, state, other, response, context);
    }

    /// Returns this fork with another response so far.
    public Fork<I, O> response(O other) {
        return new Fork<>(machine, run, state, request, other, context);
    }

    /// Returns this fork with another context.
    public Fork<I, O> context(Object other) {
        return new Fork<>(machine, run, state, request, response, other);
    }
}

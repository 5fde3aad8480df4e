package dev.pawl.controller;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an evaluator decides about an object.
///
/// @param memory what to remember
/// @param actions what to do, in this order; an action that fails withholds those after it
/// @param update the status that the object should show
/// @param wakeAt when to evaluate again without a change; it should follow from the memory, so that
///   it stays the same from one evaluation to the next
/// @param summary the decision in a few words, the same ones for the same situation
public record Evaluation<M, A, U>(
        M memory, List<A> actions, U update, @Nullable Instant wakeAt, String summary) {
    /// The most actions of one evaluation.
    public static final int ACTIONS_MAX = 1_000;

    public Evaluation {
        Objects.requireNonNull(memory, "an evaluation needs a memory, found null");
        Objects.requireNonNull(update, "an evaluation needs an update, found null");
        Objects.requireNonNull(summary, "an evaluation needs a summary, found null");
        actions = List.copyOf(actions);
        if (actions.size() > ACTIONS_MAX) {
            throw new IllegalArgumentException(
                    "expected at most %d actions, found %d".formatted(ACTIONS_MAX, actions.size()));
        }
    }
}

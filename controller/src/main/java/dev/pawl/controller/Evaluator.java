package dev.pawl.controller;

import java.time.Instant;

/// Decides what an object needs. Pure and total: the result depends on nothing but the arguments.
///
/// Memory is the durable part of what an evaluator knows about an object: when a deadline started,
/// what was acknowledged, what failed. Whatever an action achieves belongs into the memory in
/// [#recorded] alone, because an action of an evaluation may be withheld or fail.
public interface Evaluator<V, M, A, U> {
    /// Returns the memory of an object that was never evaluated.
    M initial();

    /// Returns what an object needs now.
    Evaluation<M, A, U> evaluate(V view, M memory, Instant now);

    /// Returns the memory after an action.
    M recorded(M memory, A action, ActionResult result, Instant now);
}

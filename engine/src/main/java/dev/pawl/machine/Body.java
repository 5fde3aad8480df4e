package dev.pawl.machine;

/// The work of a step.
///
/// It runs on a thread of its own and may block. What it throws is retried by the state's policy;
/// everything else is said by the outcome. It may be executed again after a crash, so its effects
/// outside the store must be idempotent or recorded with [Attempt#once].
@FunctionalInterface
public interface Body<I, O> {
    Outcome<O> execute(Attempt<I, O> attempt) throws Exception;
}

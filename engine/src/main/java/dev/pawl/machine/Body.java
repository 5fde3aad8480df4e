package dev.pawl.machine;

/// The code of a step.
///
/// A body runs on a virtual thread of its own and may block. If it throws, the state's retry policy
/// decides; otherwise the engine carries out the returned outcome. A body may be executed again
/// after a crash, so its effects outside the store must be idempotent or recorded with
/// [Attempt#once].
@FunctionalInterface
public interface Body<I, O> {
    Outcome<O> execute(Attempt<I, O> attempt) throws Exception;
}

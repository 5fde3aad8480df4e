package dev.pawl.controller;

/// Performs actions. Idempotent: after a crash the same action is performed again.
public interface Actuator<V, M, A> {
    /// Performs one action. Whatever it throws counts as a failure; it is interrupted when its time
    /// is over.
    ///
    /// @param view the object as it is now
    /// @param memory what the evaluator remembers, with the results of the actions before
    ActionResult perform(ObjectKey key, V view, M memory, A action) throws Exception;
}

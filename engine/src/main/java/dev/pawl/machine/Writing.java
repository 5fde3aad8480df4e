package dev.pawl.machine;

/// SQL of a step's own, executed in the transaction that records its outcome.
///
/// It may be executed more than once, each time in a transaction of which at most one commits; so
/// it must do nothing but write to `tx`. If it throws, nothing is recorded and the attempt has
/// failed with that error.
@FunctionalInterface
public interface Writing {
    void write(Transaction tx) throws Exception;
}

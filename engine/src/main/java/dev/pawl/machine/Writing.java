package dev.pawl.machine;

/// A step's own SQL, executed in the transaction that records its outcome.
///
/// It may be executed more than once, in transactions of which at most one commits, so it must have
/// no effect other than writing to `tx`. If it throws, nothing is recorded and the attempt fails
/// with that error.
@FunctionalInterface
public interface Writing {
    void write(Transaction tx) throws Exception;
}

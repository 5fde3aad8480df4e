package dev.pawl.engine.store;

/// A node's place among those that share a store.
///
/// The epoch names one life of one node and is greater than all before it. The number is below
/// [#COUNT] and no other live node has it: it keeps the ids that nodes make apart.
public record Seat(long epoch, int number) {
    /// How many nodes may share a store at once.
    public static final int COUNT = 1_024;
}

package dev.pawl.engine.store;

/// The epoch and number of a node that shares a store.
///
/// Every join gets a new epoch, which is greater than all earlier ones. The number is below
/// [#COUNT] and unique among live nodes; it is part of the ids that the node creates, so that they
/// differ.
public record NodeSlot(long epoch, int number) {
    /// The maximum number of live nodes of a store.
    public static final int COUNT = 1_024;
}

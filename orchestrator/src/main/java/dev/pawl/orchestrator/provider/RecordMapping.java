package dev.pawl.orchestrator.provider;

/// Maps a record to the item to store: a pure function, called by several threads at once.
@FunctionalInterface
public interface RecordMapping<R, T> {
    /// Throws [PoisonItem] for a record that cannot be used; it is quarantined, and the provider
    /// continues with the others.
    MappedItem<T> map(R record) throws PoisonItem;

    /// Maps a quarantined record again, from [PoisonItem#payload]. Throws [PoisonItem] if it still
    /// cannot be used, or cannot be mapped without its source.
    default MappedItem<T> mapAgain(String payload) throws PoisonItem {
        throw new PoisonItem(
                "", "expected a payload that can be mapped without its source", payload);
    }
}

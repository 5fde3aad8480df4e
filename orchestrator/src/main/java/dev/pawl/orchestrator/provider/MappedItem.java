package dev.pawl.orchestrator.provider;

/// An item to store, and its name.
public record MappedItem<T>(String urn, T value) {
    public MappedItem {
        if (urn.isBlank())
            throw new IllegalArgumentException(
                    "expected an item with a URN, found a blank one for " + value);
    }
}

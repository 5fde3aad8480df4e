package dev.pawl.orchestrator.provider;

/// One thing to be kept, and its name.
public record Entry<T>(String urn, T value) {
    public Entry {
        if (urn.isBlank()) throw new IllegalArgumentException("an entry needs a URN: " + value);
    }
}

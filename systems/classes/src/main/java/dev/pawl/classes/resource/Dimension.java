package dev.pawl.classes.resource;

import java.util.Locale;
import java.util.Optional;

/// What a recommendation is about. Memory is in bytes, CPU in cores.
public enum Dimension {
    REPLICAS,
    MEMORY,
    CPU,
    ODGM_REPLICAS;

    private final String text = name().toLowerCase(Locale.ROOT);

    public static Optional<Dimension> of(String text) {
        for (Dimension dimension : values()) {
            if (dimension.text.equals(text)) return Optional.of(dimension);
        }
        return Optional.empty();
    }

    /// Returns whether values are whole numbers of replicas.
    public boolean countsReplicas() {
        return this == REPLICAS || this == ODGM_REPLICAS;
    }

    /// Returns the lowercase name, as the resource has it.
    @Override
    public String toString() {
        return text;
    }
}

package dev.pawl.classes.resource;

import java.util.Locale;
import java.util.Optional;

/// What a recommendation is about. Memory is in bytes, CPU in cores.
public enum Dimension {
    REPLICAS,
    MEMORY,
    CPU,
    ODGM_REPLICAS;

    private static final double MILLIS = 1_000;
    private static final double MEBIBYTE = 0x1p20;

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

    /// Returns a value in the unit in which it is written: replicas, thousandths of a core,
    /// mebibytes. A value that was read back then equals the one that was applied.
    public double rounded(double value) {
        return switch (this) {
            case REPLICAS, ODGM_REPLICAS -> Math.ceil(value);
            case CPU -> Math.max(1, Math.round(value * MILLIS)) / MILLIS;
            case MEMORY -> Math.max(1, Math.round(value / MEBIBYTE)) * MEBIBYTE;
        };
    }

    /// Returns a value as Kubernetes writes it: `3`, `250m`, `64Mi`.
    public String amount(double value) {
        return switch (this) {
            case REPLICAS, ODGM_REPLICAS -> String.valueOf((long) value);
            case CPU -> Math.round(value * MILLIS) + "m";
            case MEMORY -> Math.round(value / MEBIBYTE) + "Mi";
        };
    }

    /// Returns the lowercase name, as the resource has it.
    @Override
    public String toString() {
        return text;
    }
}

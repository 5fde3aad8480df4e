package dev.pawl.classes.resource;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the controller may do with recommendations, and for which dimensions.
public record EnforcementSpec(Mode mode, List<Dimension> dimensions) {
    /// The settings of a spec that has none: recommendations are recorded and not applied.
    public static final EnforcementSpec DEFAULT =
            new EnforcementSpec(Mode.OBSERVE, List.of(Dimension.REPLICAS));

    public EnforcementSpec {
        dimensions = List.copyOf(dimensions);
    }

    /// How far the controller goes.
    public enum Mode {
        OFF,
        OBSERVE,
        ENFORCE;

        public static Optional<Mode> of(String text) {
            for (Mode mode : values()) {
                if (mode.toString().equals(text)) return Optional.of(mode);
            }
            return Optional.empty();
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

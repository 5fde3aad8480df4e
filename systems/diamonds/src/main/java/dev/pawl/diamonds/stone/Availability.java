package dev.pawl.diamonds.stone;

import java.util.Arrays;
import java.util.Optional;

/// Whether a stone can be bought.
///
/// A supplier's value is matched as a whole: `UNAVAILABLE` contains `AVAILABLE`, and is not.
public enum Availability {
    AVAILABLE,
    ON_HOLD,
    RESERVED,
    SOLD,
    UNAVAILABLE,
    /// The supplier gave no value, or one that is not known; not for sale.
    UNKNOWN;

    /// Returns the availability with exactly this name, if there is one.
    public static Optional<Availability> of(String value) {
        return Arrays.stream(values())
                .filter(each -> each != UNKNOWN && each.name().equals(value))
                .findFirst();
    }
}

package dev.pawl.machine;

import java.util.Locale;
import java.util.Objects;

/// Names the states that are constants of an enum.
///
/// Every method that takes the name of a state also takes a constant, so a misspelled state does
/// not compile. What is stored and shown is the name.
public final class StateName {
    private StateName() {}

    /// Returns the name of the state that `constant` stands for: the constant's name in lower case
    /// with `-` for `_`, so `CHECK_EXISTS` is the state `check-exists`.
    public static String of(Enum<?> constant) {
        Objects.requireNonNull(constant, "expected a constant that names a state, found null");
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

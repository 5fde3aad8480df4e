package dev.pawl.servers;

import java.util.function.Function;

/// What this machine has, or why it has it not.
public sealed interface Availability<T> {

    /// Returns what is there, or throws what `absence` makes of the reason. A test gives the
    /// exception that skips it.
    default <X extends Throwable> T orElseThrow(Function<String, X> absence) throws X {
        return switch (this) {
            case Present<T>(T value) -> value;
            case Missing<T>(String why) -> throw absence.apply(why);
        };
    }

    /// Returns this, or `other` if this is missing; if both are, with both reasons.
    default Availability<T> or(Availability<T> other) {
        if (!(this instanceof Missing<T>(String why))) return this;
        if (!(other instanceof Missing<T>(String whyNotOther))) return other;
        return new Missing<>(why + "; " + whyNotOther);
    }

    /// It is there.
    record Present<T>(T value) implements Availability<T> {}

    /// It is not there.
    record Missing<T>(String why) implements Availability<T> {}
}

package dev.pawl.servers;

import java.util.function.Function;

/// Something that this machine has, or the reason why it lacks it.
public sealed interface Availability<T> {

    /// Returns the value, or throws the exception that `absence` creates from the reason. A test
    /// passes the exception that skips it.
    default <X extends Throwable> T orElseThrow(Function<String, X> absence) throws X {
        return switch (this) {
            case Present<T>(T value) -> value;
            case Missing<T>(String why) -> throw absence.apply(why);
        };
    }

    /// Returns this, or `other` if this is missing; if both are missing, with both reasons.
    default Availability<T> or(Availability<T> other) {
        if (!(this instanceof Missing<T>(String why))) return this;
        if (!(other instanceof Missing<T>(String whyNotOther))) return other;
        return new Missing<>(why + "; " + whyNotOther);
    }

    /// It is available.
    record Present<T>(T value) implements Availability<T> {}

    /// It is missing.
    record Missing<T>(String why) implements Availability<T> {}
}

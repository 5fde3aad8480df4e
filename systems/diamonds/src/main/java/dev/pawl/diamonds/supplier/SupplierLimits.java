package dev.pawl.diamonds.supplier;

import java.time.Duration;

/// The bounds of each request to a supplier.
///
/// @param connect how long connecting may take
/// @param silence how long the supplier may send nothing
/// @param total how long a request may take, even if the supplier sends a byte now and then
/// @param responseBytes the largest response
/// @param tokenLifetime how long a token is used; it is renewed [#RENEWAL] earlier
public record SupplierLimits(
        Duration connect,
        Duration silence,
        Duration total,
        int responseBytes,
        Duration tokenLifetime) {
    /// How long before its end a token is renewed.
    public static final Duration RENEWAL = Duration.ofMinutes(5);

    /// Enough for the largest page, and for a supplier that is slow but works.
    public static final SupplierLimits STANDARD =
            new SupplierLimits(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(45),
                    Duration.ofMinutes(3),
                    16 << 20,
                    Duration.ofHours(6));

    public SupplierLimits {
        requirePositive(connect, "time to connect");
        requirePositive(silence, "time of silence");
        requirePositive(total, "time of a request");
        requirePositive(tokenLifetime, "lifetime of a token");
        if (responseBytes < 1) {
            throw new IllegalArgumentException(
                    "expected a limit of 1 byte or more for a response, found " + responseBytes);
        }
    }

    private static void requirePositive(Duration time, String what) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException(
                    "expected a %s above zero, found %s".formatted(what, time));
        }
    }
}

package dev.pawl.limiter.budget;

import java.time.Duration;
import java.util.regex.Pattern;

/// A budget of requests: at most `requests` in any `window` of time, and at most `inFlight` at a
/// time, by all nodes together.
///
/// @param inFlight the number of concurrent requests; [#ANY] for no limit
/// @param requestTime how long a request can take; if its process crashes, it counts as in flight
///   for this time
public record BudgetSettings(
        String name, int requests, Duration window, int inFlight, Duration requestTime) {
    /// No limit on the number of concurrent requests.
    public static final int ANY = 0;

    /// The longest window, and the longest time of a request.
    public static final Duration LONGEST = Duration.ofDays(31);

    private static final Duration REQUEST_TIME = Duration.ofMinutes(1);
    private static final Duration LEASE_MAX = Duration.ofSeconds(10);
    private static final int LEASES_PER_WINDOW = 10;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._/-]{0,79}");

    public BudgetSettings {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected a budget name of 1 to 80 lowercase letters, digits and . _ / -,"
                            + " starting with a letter or digit, found '%s'".formatted(name));
        }
        if (requests < 1) {
            throw new IllegalArgumentException(
                    "budget '%s': expected 1 request or more, found %d".formatted(name, requests));
        }
        if (inFlight < ANY) {
            throw new IllegalArgumentException(
                    "budget '%s': expected 1 request in flight or more, or 0 for any, found %d"
                            .formatted(name, inFlight));
        }
        requireTime(name, "window", window);
        requireTime(name, "request time", requestTime);
    }

    /// Returns a budget without a limit on concurrent requests.
    public static BudgetSettings of(String name, int requests, Duration window) {
        return new BudgetSettings(name, requests, window, ANY, REQUEST_TIME);
    }

    /// Returns this with a limit on concurrent requests, each of which takes at most `atMost`.
    public BudgetSettings inFlight(int most, Duration atMost) {
        return new BudgetSettings(name, requests, window, most, atMost);
    }

    /// Returns how long a node can use the requests that it has reserved.
    public Duration leaseTime() {
        Duration part = window.dividedBy(LEASES_PER_WINDOW);
        return part.compareTo(LEASE_MAX) > 0 ? LEASE_MAX : part;
    }

    /// Returns how many requests a node reserves at most beyond those that it makes at once.
    public int batchMax() {
        return Math.max(1, requests / LEASES_PER_WINDOW);
    }

    private static void requireTime(String name, String what, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "budget '%s': expected a %s from 1 ms to %d days, found %s"
                            .formatted(name, what, LONGEST.toDays(), time));
        }
    }
}

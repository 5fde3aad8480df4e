package dev.pawl.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The limits of a queue: how many of its runs execute at once, in all and per key, and how many
/// start per window. A limit of 0 is none.
public record QueueSettings(
        String name,
        int concurrency,
        int perKey,
        int rateCount,
        @Nullable Duration rateWindow,
        boolean paused) {
    public QueueSettings {
        if (name.isBlank())
            throw new IllegalArgumentException("expected a queue name, found a blank one");
        if (concurrency < 0 || perKey < 0 || rateCount < 0) {
            throw new IllegalArgumentException(
                    "expected limits of 0 or more for queue '" + name + "'");
        }
        if (rateCount > Limits.RATE_MAX) {
            throw new IllegalArgumentException(
                    "expected a rate of at most %d starts, found %d"
                            .formatted(Limits.RATE_MAX, rateCount));
        }
        if (rateCount > 0 && (rateWindow == null || !rateWindow.isPositive())) {
            throw new IllegalArgumentException("queue '" + name + "' has a rate without a window");
        }
        if (rateWindow != null && rateWindow.compareTo(Limits.DELAY_MAX) > 0) {
            rateWindow = Limits.DELAY_MAX;
        }
    }

    /// Returns a queue without limits: to be given a rate or a limit per key, or to be paused.
    public static QueueSettings unlimited(String name) {
        return new QueueSettings(name, 0, 0, 0, null, false);
    }

    /// Returns a queue whose runs execute at most `concurrency` at once.
    public static QueueSettings of(String name, int concurrency) {
        return new QueueSettings(name, concurrency, 0, 0, null, false);
    }

    /// Returns these settings with another concurrency.
    public QueueSettings concurrency(int limit) {
        return new QueueSettings(name, limit, perKey, rateCount, rateWindow, paused);
    }

    /// Returns these settings with a limit per key.
    public QueueSettings perKey(int limit) {
        return new QueueSettings(name, concurrency, limit, rateCount, rateWindow, paused);
    }

    /// Returns these settings with at most `count` starts in any `window`.
    public QueueSettings rate(int count, Duration window) {
        return new QueueSettings(name, concurrency, perKey, count, window, paused);
    }

    /// Returns these settings paused, or not.
    public QueueSettings paused(boolean on) {
        return new QueueSettings(name, concurrency, perKey, rateCount, rateWindow, on);
    }

    /// Returns the limits in words.
    public String limits() {
        List<String> all = new ArrayList<>();
        if (concurrency > 0) all.add("concurrency " + concurrency);
        if (perKey > 0) all.add(perKey + " per key");
        if (rateCount > 0) all.add("%d per %s".formatted(rateCount, rateWindow));
        return all.isEmpty() ? "no limits" : String.join(", ", all);
    }

    /// Returns whether the limits are the same; a queue that is paused keeps its limits.
    public boolean hasLimitsOf(QueueSettings other) {
        return limits().equals(other.limits());
    }

    /// Returns whether it matters who holds a slot.
    public boolean isBounded() {
        return concurrency > 0 || perKey > 0;
    }
}

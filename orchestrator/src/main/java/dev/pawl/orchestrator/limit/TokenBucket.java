package dev.pawl.orchestrator.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// At most `size` requests in every `window` of time, wherever it begins: it knows when the latest
/// ones were made, the oldest first.
///
/// A bucket that fills at a rate would let twice as many pass across the border of two windows, and
/// the source would count them.
public record TokenBucket(int size, Duration window, List<Instant> takes) {
    /// The largest size: every take is kept.
    public static final int SIZE_MAX = 1_000;

    public TokenBucket {
        if (size < 1 || size > SIZE_MAX) {
            throw new IllegalArgumentException(
                    "expected a size from 1 to %d, found %d".formatted(SIZE_MAX, size));
        }
        if (!window.isPositive()) {
            throw new IllegalArgumentException("expected a window of some time, found " + window);
        }
        if (takes.size() > size) {
            throw new IllegalArgumentException(
                    "expected at most %d takes, found %d".formatted(size, takes.size()));
        }
        takes = List.copyOf(takes);
    }

    /// Returns a bucket from which nothing was taken.
    public static TokenBucket of(int size, Duration window) {
        return new TokenBucket(size, window, List.of());
    }

    /// Returns whether a request may be made at `now`, and the bucket to keep.
    ///
    /// Takes that lie in the future, since the clock went back, count as made now. So the wait is
    /// never longer than a window, if the bucket of the answer is kept.
    public Taken take(Instant now) {
        List<Instant> recent = recent(now);
        if (recent.size() < size) {
            recent.add(now);
            return new Taken.Now(new TokenBucket(size, window, recent));
        }
        var bucket = new TokenBucket(size, window, recent);
        return new Taken.Later(bucket, recent.getFirst().plus(window));
    }

    private List<Instant> recent(Instant now) {
        Instant past = now.minus(window);
        List<Instant> recent = new ArrayList<>(takes.size() + 1);
        for (Instant take : takes) {
            if (take.isAfter(past)) recent.add(take.isAfter(now) ? now : take);
        }
        return recent;
    }
}

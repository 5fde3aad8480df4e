package dev.pawl.engine.internal.limits;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The admissions of the last window, in few buckets, as a value: never more than the rate in any
/// window, also across a restart.
///
/// A bucket counts as long as its last admission does, so the window errs on the side of fewer.
/// `turn` is another number after every admission that nodes which share a store make known.
public record RateWindow(List<Bucket> buckets, long turn) {
    public static final RateWindow EMPTY = new RateWindow(List.of(), 0);

    private static final int PARTS = 32;

    public RateWindow {
        buckets = List.copyOf(buckets);
    }

    /// Returns the window after one admission more.
    public RateWindow admitted(Instant now, Duration window) {
        List<Bucket> kept = new ArrayList<>(alive(now, window));
        Bucket last = kept.isEmpty() ? null : kept.getLast();
        Duration part = window.dividedBy(PARTS);
        if (last != null && now.isBefore(last.first().plus(part))) {
            kept.set(kept.size() - 1, new Bucket(last.first(), later(last, now), last.count() + 1));
        } else {
            kept.add(new Bucket(now, now, 1));
        }
        return new RateWindow(kept, turn);
    }

    public RateWindow turned() {
        return new RateWindow(buckets, turn + 1);
    }

    /// Returns when `count` per `window` allows the next admission, or null if it does now.
    public @Nullable Instant nextAt(Instant now, int count, Duration window) {
        int used = 0;
        for (Bucket bucket : alive(now, window)) used += bucket.count();
        if (used < count) return null;
        int over = used - count + 1;
        Instant at = now;
        for (Bucket bucket : alive(now, window)) {
            if (over <= 0) break;
            over -= bucket.count();
            at = bucket.last().plus(window);
        }
        return at;
    }

    private List<Bucket> alive(Instant now, Duration window) {
        return buckets.stream().filter(b -> b.last().plus(window).isAfter(now)).toList();
    }

    private static Instant later(Bucket bucket, Instant now) {
        return now.isAfter(bucket.last()) ? now : bucket.last();
    }

    public record Bucket(Instant first, Instant last, int count) {}
}

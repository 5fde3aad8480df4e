package dev.pawl.feeds.web;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// How far the API of NVD has been read; stored as JSON.
///
/// @param startedAt when the cycle started; the next one asks for changes from then on
/// @param whole whether everything is read, not only what was modified in a window
/// @param from the start of the window
/// @param to the end of the window
/// @param start how many of its records come before the page
/// @param record how many records of the page have been read
/// @param total how many records there are in all, by the previous page
/// @param over whether the cycle has nothing left to read
record NvdCursor(
        Instant startedAt,
        boolean whole,
        Instant from,
        Instant to,
        long start,
        long record,
        long total,
        boolean over) {
    /// The longest window that the API accepts.
    static final Duration WINDOW_MAX = Duration.ofDays(120);

    /// A record can become visible some time after it was modified, and clocks differ.
    static final Duration OVERLAP = Duration.ofMinutes(15);

    /// Returns where to start reading.
    static NvdCursor of(ReadOptions options, Instant now) {
        Instant startedAt = now.truncatedTo(ChronoUnit.MILLIS);
        if (options.cursor().isEmpty() || (options.fresh() && options.full()))
            return all(startedAt);
        NvdCursor before = JsonCodec.JSON.decode(Payload.of(options.cursor()), NvdCursor.class);
        if (!options.fresh()) return before;
        return before.over() ? before.following(startedAt) : all(startedAt);
    }

    private static NvdCursor all(Instant startedAt) {
        return new NvdCursor(startedAt, true, startedAt, startedAt, 0, 0, 0, false);
    }

    private NvdCursor following(Instant now) {
        Instant from = (startedAt.isBefore(now) ? startedAt : now).minus(OVERLAP);
        return window(now, from);
    }

    private static NvdCursor window(Instant startedAt, Instant from) {
        Instant last = from.plus(WINDOW_MAX);
        Instant to = last.isBefore(startedAt) ? last : startedAt;
        return new NvdCursor(startedAt, false, from, to, 0, 0, 0, false);
    }

    String text() {
        return JsonCodec.JSON.encode(this).text();
    }

    /// Returns this cursor for a server that answered at this time by its own clock. If our clock
    /// is ahead, the cycle started earlier than it seemed, and the next one must ask from then on.
    NvdCursor answered(Instant time) {
        if (!time.isBefore(startedAt)) return this;
        return new NvdCursor(time, whole, from, to, start, record, total, over);
    }

    /// Returns this cursor after so many records of the page.
    NvdCursor at(long records) {
        return new NvdCursor(startedAt, whole, from, to, start, records, total, over);
    }

    /// Returns this cursor after a page of so many records, when there are `all`.
    NvdCursor after(long records, long all) {
        long next = start + records;
        if (next < all) return new NvdCursor(startedAt, whole, from, to, next, 0, all, false);
        if (!whole && to.isBefore(startedAt)) return window(startedAt, to);
        return new NvdCursor(startedAt, whole, from, to, next, 0, all, true);
    }

    /// Returns this cursor moved back by as many records as were deleted since the previous page:
    /// the records behind them have moved up.
    NvdCursor back(long all) {
        long next = Math.max(0, start - (total - all));
        return new NvdCursor(startedAt, whole, from, to, next, 0, all, false);
    }
}

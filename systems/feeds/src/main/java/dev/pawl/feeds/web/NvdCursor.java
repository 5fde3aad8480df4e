package dev.pawl.feeds.web;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// How far the API of NVD was read.
///
/// @param begun when the cycle began, and so from when on the next one asks for changes
/// @param whole whether everything is read, and not only what was modified in a window
/// @param from the beginning of the window
/// @param to its end
/// @param start how many records of it come before the page
/// @param record how many records of the page were read
/// @param total how many there are in all, as the page before said
/// @param over whether there is nothing left to read in this cycle
record NvdCursor(
        Instant begun,
        boolean whole,
        Instant from,
        Instant to,
        long start,
        long record,
        long total,
        boolean over) {
    /// The longest window that the API accepts.
    static final Duration WINDOW_MAX = Duration.ofDays(120);

    /// A record may become visible some time after it was modified, and clocks differ.
    static final Duration OVERLAP = Duration.ofMinutes(15);

    /// Returns where a reading begins.
    static NvdCursor of(Opening opening, Instant now) {
        Instant begun = now.truncatedTo(ChronoUnit.MILLIS);
        if (opening.cursor().isEmpty() || (opening.fresh() && opening.full())) return all(begun);
        NvdCursor before = JsonCodec.JSON.decode(Payload.of(opening.cursor()), NvdCursor.class);
        if (!opening.fresh()) return before;
        return before.over() ? before.following(begun) : all(begun);
    }

    private static NvdCursor all(Instant begun) {
        return new NvdCursor(begun, true, begun, begun, 0, 0, 0, false);
    }

    private NvdCursor following(Instant now) {
        Instant from = (begun.isBefore(now) ? begun : now).minus(OVERLAP);
        return window(now, from);
    }

    private static NvdCursor window(Instant begun, Instant from) {
        Instant last = from.plus(WINDOW_MAX);
        Instant to = last.isBefore(begun) ? last : begun;
        return new NvdCursor(begun, false, from, to, 0, 0, 0, false);
    }

    String text() {
        return JsonCodec.JSON.encode(this).text();
    }

    /// Returns this for a server that answers at this time by its own clock. If ours is ahead, the
    /// cycle began earlier than it seemed: the next one must ask from then on.
    NvdCursor answered(Instant time) {
        if (!time.isBefore(begun)) return this;
        return new NvdCursor(time, whole, from, to, start, record, total, over);
    }

    /// Returns this after so many records of the page.
    NvdCursor at(long records) {
        return new NvdCursor(begun, whole, from, to, start, records, total, over);
    }

    /// Returns this after a page of so many records, when there are `all`.
    NvdCursor after(long records, long all) {
        long next = start + records;
        if (next < all) return new NvdCursor(begun, whole, from, to, next, 0, all, false);
        if (!whole && to.isBefore(begun)) return window(begun, to);
        return new NvdCursor(begun, whole, from, to, next, 0, all, true);
    }

    /// Returns this as many records earlier as have gone since the page before: those that follow
    /// them have moved up.
    NvdCursor back(long all) {
        long next = Math.max(0, start - (total - all));
        return new NvdCursor(begun, whole, from, to, next, 0, all, false);
    }
}

package dev.pawl.pipeline.watermark;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.table.SqlTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Changes the watermark of one feed by compare-and-set, and keeps its history.
///
/// Every change names the version that it read. A run only ever moves a watermark forward; an
/// operator may move it back, with a reason.
public final class WatermarkLedger {
    /// The version of a feed without a watermark.
    public static final long NONE = 0;

    private static final String ENGINE = "engine";

    private final String feed;

    public WatermarkLedger(String feed) {
        this.feed = feed;
    }

    /// Returns why a run that read `version` cannot save `value`, if it cannot.
    public Optional<String> conflict(RowQuery tables, long version, Instant value) {
        Optional<Watermark> found = Watermark.find(tables, feed);
        long present = found.map(Watermark::version).orElse(NONE);
        if (present != version) {
            return Optional.of(
                    "expected version %d of the watermark of %s, found %d"
                            .formatted(version, feed, present));
        }
        Instant before = found.map(Watermark::value).orElse(Instant.MIN);
        if (!value.isBefore(before)) return Optional.empty();
        return Optional.of(
                "expected a watermark of %s at or after %s, found %s"
                        .formatted(feed, before, value));
    }

    /// Saves the end of a run's window. Throws [WatermarkConflict] if the watermark is not as the
    /// run read it, or is later.
    public void advance(Transaction tx, Change change, UUID run) {
        conflict(tx::query, change.version(), change.value())
                .ifPresent(problem -> {
                    throw new WatermarkConflict(problem);
                });
        save(tx, change, run, new Reason(ENGINE, "run completed"));
    }

    /// Moves the watermark back, so that the next run loads again what changed since. Throws
    /// [WatermarkConflict] if it is not at `version`, or not later than `value`.
    public void rewind(Transaction tx, Change change, Reason why) {
        Watermark found =
                Watermark.find(tx::query, feed)
                        .orElseThrow(() ->
                                new WatermarkConflict(
                                        "expected a watermark of %s, found none".formatted(feed)));
        if (found.version() != change.version() || !change.value().isBefore(found.value())) {
            throw new WatermarkConflict(
                    "expected version %d of the watermark of %s, after %s, found %d and %s"
                            .formatted(
                                    change.version(),
                                    feed,
                                    change.value(),
                                    found.version(),
                                    found.value()));
        }
        save(tx, change, null, why);
    }

    /// Returns the changes of the watermark, newest first.
    public List<Entry> history(RowQuery tables, int limit) {
        return tables.query(
                "select version, value_before, value, run_id, actor, reason, at"
                        + " from pipeline_watermark_history where feed = ?"
                        + " order by version desc limit ?",
                row ->
                        new Entry(
                                feed,
                                row.number(1),
                                SqlTimes.parse(row.isNull(2), row.text(2)),
                                SqlTimes.parse(row.text(3)),
                                row.isNull(4) ? null : UUID.fromString(row.text(4)),
                                row.text(5),
                                row.text(6),
                                SqlTimes.parse(row.text(7))),
                feed,
                limit);
    }

    private void save(Transaction tx, Change change, @Nullable UUID run, Reason why) {
        long version = change.version() + 1;
        String value = SqlTimes.text(change.value());
        String at = SqlTimes.text(change.at());
        tx.update(
                "insert into pipeline_watermark_history (feed, version, value_before, value, actor,"
                        + " reason, at) values (?, ?, (select value from pipeline_watermarks"
                        + " where feed = ?), ?, ?, ?, ?)",
                feed,
                version,
                feed,
                value,
                why.actor(),
                why.reason(),
                at);
        int changed =
                change.version() == NONE
                        ? tx.update(
                                "insert into pipeline_watermarks (feed, value, version, updated_at)"
                                        + " values (?, ?, 1, ?) on conflict (feed) do nothing",
                                feed,
                                value,
                                at)
                        : tx.update(
                                "update pipeline_watermarks set value = ?, run_id = null,"
                                        + " version = ?, updated_at = ?"
                                        + " where feed = ? and version = ?",
                                value,
                                version,
                                at,
                                feed,
                                change.version());
        if (changed != 1) {
            throw new WatermarkConflict(
                    "the watermark of %s was changed at the same time".formatted(feed));
        }
        if (run == null) return;
        tx.update("update pipeline_watermarks set run_id = ? where feed = ?", run, feed);
        tx.update(
                "update pipeline_watermark_history set run_id = ? where feed = ? and version = ?",
                run,
                feed,
                version);
    }

    /// A change of the watermark from a version that was read to a value.
    public record Change(long version, Instant value, Instant at) {}

    /// Who changes a watermark, and why.
    public record Reason(String actor, String reason) {
        public Reason {
            if (actor.isBlank() || reason.isBlank()) {
                throw new IllegalArgumentException(
                        "expected an actor and a reason to change it, found '%s' and '%s'"
                                .formatted(actor, reason));
            }
        }
    }

    /// One change of a watermark.
    public record Entry(
            String feed,
            long version,
            @Nullable Instant before,
            Instant value,
            @Nullable UUID run,
            String actor,
            String reason,
            Instant at) {}
}

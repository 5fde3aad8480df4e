package dev.pawl.pipeline.watermark;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.table.SqlTimes;
import java.time.Instant;
import java.util.Optional;

/// Moves a watermark back on an operator's request, as a run that stays in the history.
public final class RewindMachine {
    /// The machine that moves a watermark back.
    public static final Machine<Rewind, RewindEnd> REWIND =
            Machine.named("pipeline-rewind", Rewind.class, RewindEnd.class)
                    .step(
                            "rewind",
                            RewindMachine::rewind,
                            s ->
                                    s.recovery(
                                            Recovery.repeatBody()
                                                    .persists("the watermark and its history")))
                    .build();

    private RewindMachine() {}

    private static Outcome<RewindEnd> rewind(Attempt<Rewind, RewindEnd> attempt) {
        Rewind request = attempt.request();
        Optional<Watermark> found = Watermark.find(attempt::query, request.feed());
        Optional<String> refusal = refusal(request, found);
        if (refusal.isPresent()) return attempt.abort(refusal.get());
        Instant now = SqlTimes.stored(attempt.now());
        var change = new WatermarkLedger.Change(request.version(), request.to(), now);
        var why = new WatermarkLedger.Reason(request.actor(), request.reason());
        return attempt.next(new RewindEnd(request.feed(), request.version() + 1))
                .writing(tx -> new WatermarkLedger(request.feed()).rewind(tx, change, why));
    }

    private static Optional<String> refusal(Rewind request, Optional<Watermark> found) {
        if (found.isEmpty()) {
            return Optional.of("expected a watermark of %s, found none".formatted(request.feed()));
        }
        Watermark watermark = found.get();
        if (watermark.version() != request.version()) {
            return Optional.of(
                    "expected version %d of the watermark of %s, found %d; preview it again"
                            .formatted(request.version(), request.feed(), watermark.version()));
        }
        if (request.to().isBefore(watermark.value())) return Optional.empty();
        return Optional.of(
                "expected a time before the watermark of %s, which is %s, found %s"
                        .formatted(request.feed(), watermark.value(), request.to()));
    }

    /// Returns what a rewind to `to` would load again, if the feed has a watermark.
    public static Optional<Preview> preview(RowQuery tables, String feed, Instant to) {
        return Watermark.find(tables, feed).map(watermark -> preview(tables, watermark, to));
    }

    private static Preview preview(RowQuery tables, Watermark watermark, Instant to) {
        return tables.query(
                        "select count(distinct r.run_id), coalesce(sum(p.unique_items), 0)"
                                + " from pipeline_runs r join run_metadata m on m.run_id = r.run_id"
                                + " left join pipeline_partitions p on p.run_id = r.run_id"
                                + " where r.feed = ? and r.window_to > ?"
                                + " and m.completed_at is not null",
                        row ->
                                new Preview(
                                        watermark.version(),
                                        watermark.value(),
                                        to,
                                        row.number(1),
                                        row.number(2)),
                        watermark.feed(),
                        SqlTimes.text(to))
                .getFirst();
    }

    /// Moves the watermark of a feed, which must have this version, back to `to`.
    public record Rewind(String feed, long version, Instant to, String actor, String reason) {
        public Rewind {
            var _ = new WatermarkLedger.Reason(actor, reason);
        }
    }

    /// The version after the rewind.
    public record RewindEnd(String feed, long version) {}

    /// What a rewind would load again: the completed runs whose window ends later, and the items
    /// that they saw.
    public record Preview(long version, Instant from, Instant to, long runs, long items) {}
}

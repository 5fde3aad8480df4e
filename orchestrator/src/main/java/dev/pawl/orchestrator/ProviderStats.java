package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statistics of a provider.
///
/// @param run the id of its last run; "" if it has none
/// @param updatedAt when it entered its state
/// @param waiting why it does not progress
public record ProviderStats(
        Row row,
        ProviderState state,
        int permitsHeld,
        String run,
        Instant updatedAt,
        ProviderWait waiting) {

    static ProviderStats of(Row row, @Nullable Run run, int permits, ProviderWait waiting) {
        return new ProviderStats(
                row,
                ProviderState.of(run),
                permits,
                run == null ? "" : run.id().toString(),
                run == null ? row.updatedAt() : run.timing().since(),
                waiting);
    }

    /// Returns the dependencies that have not completed, if it has not started.
    public List<String> blockedBy() {
        return waiting.blockedBy();
    }

    /// Returns why it does not progress, or "".
    public String waitsFor() {
        return waiting.words();
    }

    /// Returns when it continues, if it waits for a time.
    public @Nullable Instant wakesAt() {
        return waiting.until();
    }

    /// The row of a provider.
    public record Row(
            String id,
            String providerType,
            boolean isWanted,
            long cycle,
            @Nullable String cause,
            String detail,
            Counts counts,
            Times times) {
        static final String SQL =
                "select id, provider_type, wanted, cycle, cause, coalesce(detail, ''),"
                        + " processed, expected, created, changed, unchanged, removed, errors,"
                        + " processed_total, error_total, coalesce(last_checkpoint, ''),"
                        + " created_at, updated_at, started_at, completed_at, needs from providers";

        static Row of(dev.pawl.machine.Transaction.Row row) {
            return new Row(
                    row.text(1),
                    row.text(2),
                    row.number(3) != 0,
                    row.number(4),
                    row.isNull(5) ? null : row.text(5),
                    row.text(6),
                    Counts.of(row),
                    new Times(
                            row.text(16),
                            Instant.parse(row.text(17)),
                            Instant.parse(row.text(18)),
                            row.isNull(19) ? null : Instant.parse(row.text(19)),
                            row.isNull(20) ? null : Instant.parse(row.text(20))));
        }

        Instant updatedAt() {
            return times.updated();
        }
    }

    /// The counts of items in the current or last cycle, and of all cycles.
    public record Counts(
            long processed,
            long expected,
            Changes changes,
            long errors,
            long processedTotal,
            long errorTotal) {
        private static Counts of(dev.pawl.machine.Transaction.Row row) {
            return new Counts(
                    row.number(7),
                    row.number(8),
                    new Changes(row.number(9), row.number(10), row.number(11), row.number(12)),
                    row.number(13),
                    row.number(14),
                    row.number(15));
        }
    }

    /// The counts of items by what the sink did with them.
    public record Changes(long created, long changed, long unchanged, long removed) {}

    /// The last checkpoint, and times.
    public record Times(
            String lastCheckpoint,
            Instant created,
            Instant updated,
            @Nullable Instant started,
            @Nullable Instant completed) {}
}

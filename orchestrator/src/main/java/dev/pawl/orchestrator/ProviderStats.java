package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statistics of a provider.
///
/// @param run the id of its last run; "" if it has none
/// @param updatedAt when it came into its state
/// @param waiting why it does not move
public record ProviderStats(
        Row row,
        ProviderState state,
        int permitsHeld,
        String run,
        Instant updatedAt,
        Waiting waiting) {

    static ProviderStats of(Row row, @Nullable Run run, int permits, Waiting waiting) {
        return new ProviderStats(
                row,
                state(run),
                permits,
                run == null ? "" : run.id().toString(),
                run == null ? row.updatedAt() : run.timing().since(),
                waiting);
    }

    static ProviderState state(@Nullable Run run) {
        if (run == null) return ProviderState.IDLE;
        return run.status().isEnd() ? ProviderState.TERMINATED : ProviderMachine.state(run.state());
    }

    /// Returns the providers that it cannot start before, if it has not started.
    public List<String> blockedBy() {
        return waiting.blockedBy();
    }

    /// Returns why it does not move, or "".
    public String waitsFor() {
        return waiting.words();
    }

    /// Returns when it goes on by itself, if it waits for a time.
    public @Nullable Instant wakesAt() {
        return waiting.until();
    }

    /// What the tables say of a provider.
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

    /// What became of items in the present or last cycle, and in all of them.
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

    /// How many items were new, other, the same or gone.
    public record Changes(long created, long changed, long unchanged, long removed) {}

    /// When things happened.
    public record Times(
            String lastCheckpoint,
            Instant created,
            Instant updated,
            @Nullable Instant started,
            @Nullable Instant completed) {}
}

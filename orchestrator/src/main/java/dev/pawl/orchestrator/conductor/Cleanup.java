package dev.pawl.orchestrator.conductor;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.conductor.ConductorState.KnownProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Deletes rows that are older than the retention, in batches. Each batch is part of one of the
/// conductor's steps; after a full one the next step deletes another.
///
/// Some rows stay regardless of age: checkpoints without an event, those of a provider's last cycle
/// and its last one; the last outcome of a provider, and outcomes of items that failed.
public final class Cleanup {
    /// How many rows of a table one batch deletes at most.
    public static final int BATCH = 1_000;

    private static final Duration INTERVAL = Duration.ofHours(1);

    private final Duration retention;
    private Instant due = Instant.MIN;

    Cleanup(Duration retention) {
        this.retention = retention;
    }

    /// Returns the next batch of deletions, if one is due.
    synchronized Optional<Writing> next(Instant now, Map<String, KnownProvider> providers) {
        if (now.isBefore(due)) return Optional.empty();
        due = now.plus(INTERVAL);
        String cutoff = cutoff(now).toString();
        return Optional.of(tx -> {
            if (delete(tx, cutoff, providers)) dueAt(now);
        });
    }

    private synchronized void dueAt(Instant time) {
        due = time;
    }

    private Instant cutoff(Instant now) {
        boolean forever = retention.compareTo(Duration.between(Instant.EPOCH, now)) >= 0;
        return forever ? Instant.EPOCH : now.minus(retention);
    }

    /// Returns whether there may be more to delete.
    private static boolean delete(
            Transaction tx, String cutoff, Map<String, KnownProvider> providers) {
        int most = numbered(tx, "provider_events", cutoff);
        most = Math.max(most, numbered(tx, "permit_audit", cutoff));
        for (Map.Entry<String, KnownProvider> each : providers.entrySet()) {
            most = Math.max(most, outcomes(tx, cutoff, each.getKey()));
            most = Math.max(most, checkpoints(tx, cutoff, each.getKey(), each.getValue().items()));
        }
        return most == BATCH;
    }

    /// Numbers are in the order of time, so the lowest are the oldest.
    private static int numbered(Transaction tx, String table, String cutoff) {
        return tx.update(
                "delete from %s where number in (select number from (select number, at from %s"
                                .formatted(table, table)
                        + " order by number limit ?) as oldest where at < ?)",
                BATCH,
                cutoff);
    }

    private static int outcomes(Transaction tx, String cutoff, String provider) {
        return tx.update(
                "delete from provider_outcomes where provider = ? and number in"
                        + " (select number from (select number, processed_at"
                        + " from provider_outcomes where provider = ? and success = 1"
                        + " order by number limit ?) as oldest where processed_at < ?)"
                        + " and number < (select max(number) from provider_outcomes"
                        + " where provider = ?)",
                provider,
                provider,
                BATCH,
                cutoff,
                provider);
    }

    private static int checkpoints(Transaction tx, String cutoff, String provider, long published) {
        return tx.update(
                "delete from provider_checkpoints where provider = ? and items < ? and items in"
                        + " (select items from (select items, at from provider_checkpoints"
                        + " where provider = ? order by items limit ?) as oldest where at < ?"
                        + " and at < (select coalesce(started_at, '') from providers"
                        + " where id = ?))",
                provider,
                published,
                provider,
                BATCH,
                cutoff,
                provider);
    }
}

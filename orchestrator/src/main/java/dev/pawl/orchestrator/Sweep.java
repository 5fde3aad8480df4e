package dev.pawl.orchestrator;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Lets go of what is older than it is kept, a bite at a time: each is a part of one of the
/// conductor's turns, and one that was full is followed by another in the next.
///
/// What stays, however old: checkpoints that no event has told of, those of a provider's last cycle
/// and its last one; the last outcome of a provider, and those of items that failed.
final class Sweep {
    /// How many rows of a table go at once.
    static final int BITE = 1_000;

    private static final Duration OFTEN = Duration.ofHours(1);

    private final Duration kept;
    private Instant due = Instant.MIN;

    Sweep(Duration kept) {
        this.kept = kept;
    }

    /// Returns the next bite, if it is time for one.
    synchronized Optional<Writing> bite(Instant now, Map<String, Score.Part> parts) {
        if (now.isBefore(due)) return Optional.empty();
        due = now.plus(OFTEN);
        String cutoff = cutoff(now).toString();
        return Optional.of(tx -> {
            if (letGo(tx, cutoff, parts)) again(now);
        });
    }

    private synchronized void again(Instant now) {
        due = now;
    }

    private Instant cutoff(Instant now) {
        boolean always = kept.compareTo(Duration.between(Instant.EPOCH, now)) >= 0;
        return always ? Instant.EPOCH : now.minus(kept);
    }

    /// Returns whether there may be more.
    private static boolean letGo(Transaction tx, String cutoff, Map<String, Score.Part> parts) {
        int most = numbered(tx, "provider_events", cutoff);
        most = Math.max(most, numbered(tx, "permit_audit", cutoff));
        for (Map.Entry<String, Score.Part> each : parts.entrySet()) {
            most = Math.max(most, outcomes(tx, cutoff, each.getKey()));
            most = Math.max(most, checkpoints(tx, cutoff, each.getKey(), each.getValue().items()));
        }
        return most == BITE;
    }

    /// Their numbers have the order of their times, so the first ones are the oldest.
    private static int numbered(Transaction tx, String table, String cutoff) {
        return tx.update(
                "delete from %s where number in (select number from (select number, at from %s"
                                .formatted(table, table)
                        + " order by number limit ?) as oldest where at < ?)",
                BITE,
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
                BITE,
                cutoff,
                provider);
    }

    private static int checkpoints(Transaction tx, String cutoff, String provider, long told) {
        return tx.update(
                "delete from provider_checkpoints where provider = ? and items < ? and items in"
                        + " (select items from (select items, at from provider_checkpoints"
                        + " where provider = ? order by items limit ?) as oldest where at < ?"
                        + " and at < (select coalesce(started_at, '') from providers"
                        + " where id = ?))",
                provider,
                told,
                provider,
                BITE,
                cutoff,
                provider);
    }
}

package dev.pawl.diamonds.quarantine;

import dev.pawl.diamonds.canonical.PageOrigin;
import dev.pawl.diamonds.canonical.RawStones;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Lists quarantined stones, shows one with its payload, and queues them for another try.
public final class StoneQuarantine {
    private static final String COLUMNS =
            "select q.number, q.feed, q.stone_id, q.field, q.reason, q.mapping_version, q.run_id,"
                    + " q.since from diamond_quarantine q ";

    private StoneQuarantine() {}

    /// Returns the quarantined stones of a feed after a number, in order of their numbers.
    public static List<QuarantinedStone> list(
            StoreQuery tables, String feed, long after, int limit) {
        return tables.query(
                COLUMNS + "where q.feed = ? and q.number > ? order by q.number limit ?",
                StoneQuarantine::stone,
                feed,
                after,
                limit);
    }

    /// Returns a quarantined stone.
    public static Optional<QuarantinedStone> find(StoreQuery tables, String feed, String stoneId) {
        return tables
                .query(
                        COLUMNS + "where q.feed = ? and q.stone_id = ?",
                        StoneQuarantine::stone,
                        feed,
                        stoneId)
                .stream()
                .findFirst();
    }

    /// Returns the payload of a quarantined stone, if it is still kept.
    public static Optional<String> payload(StoreQuery tables, QuarantinedStone stone) {
        return tables
                .query(
                        "select payload from diamond_raw where number = ? and payload is not null",
                        row -> row.text(1),
                        stone.number())
                .stream()
                .findFirst();
    }

    /// Returns how many stones of a run's pages are in quarantine, for its error budget.
    public static long count(StoreQuery tables, String run) {
        return tables.query(
                        "select count(*) from diamond_quarantine where run_id = ?",
                        row -> row.number(1),
                        run)
                .getFirst();
    }

    /// Queues stones for consolidation; they leave quarantine if it accepts them.
    public static void replay(
            Transaction tx, PageOrigin origin, List<QuarantinedStone> stones, Instant now) {
        RawStones.queue(tx, origin, stones.stream().map(QuarantinedStone::number).toList(), now);
    }

    private static QuarantinedStone stone(Transaction.Row row) {
        return new QuarantinedStone(
                row.number(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.text(5),
                (int) row.number(6),
                row.text(7),
                row.text(8));
    }
}

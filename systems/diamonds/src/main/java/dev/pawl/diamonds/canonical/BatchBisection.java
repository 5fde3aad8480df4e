package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.Consolidation.ClaimedPage;
import dev.pawl.diamonds.canonical.PreparedStone.Payload;
import dev.pawl.diamonds.canonical.PreparedStone.Refused;
import dev.pawl.diamonds.table.NumberSet;
import dev.pawl.diamonds.table.Numbers;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.List;

/// Halves a claim whose batch the database refused, until the stone that it refuses is alone and
/// goes to quarantine.
///
/// Each halving is a commit of its own, so a crash continues with the half. A consolidator calls it
/// in place of [StoneBatch#write] after an attempt that failed in SQL.
public final class BatchBisection {
    private BatchBisection() {}

    /// What a halving did.
    public enum Result {
        /// The claim holds half of its pages, or half of its only page.
        HALVED,
        /// The only stone of the claim is in quarantine.
        QUARANTINED,
        /// The claim holds no page.
        NOTHING
    }

    /// Halves a claim; `reason` is the error of the last attempt.
    public static Result halve(Transaction tx, ClaimedBy by, String reason, Instant now) {
        List<ClaimedPage> pages = ClaimedPage.of(tx::query, by.claim());
        if (pages.isEmpty()) return Result.NOTHING;
        if (pages.size() > 1) {
            List<ClaimedPage> rest = pages.subList(pages.size() / 2, pages.size());
            tx.updateAll(
                    "update diamond_pages set claim_id = null, claimed_at = null where number = ?",
                    rest.stream().map(page -> new Object[] {page.number()}).toList());
            return Result.HALVED;
        }
        ClaimedPage page = pages.getFirst();
        if (page.queued().size() > 1) {
            split(tx, page);
            return Result.HALVED;
        }
        String at = Times.text(now);
        new QuarantineRows(tx, by.feed(), at).write(refused(tx, page, reason));
        tx.update("update diamond_pages set done_at = ? where number = ?", at, page.number());
        return Result.QUARANTINED;
    }

    /// Moves the second half of a page's queue to a page of its own, which is not claimed.
    private static void split(Transaction tx, ClaimedPage page) {
        int half = page.queued().size() / 2;
        List<Long> first = page.queued().subList(0, half);
        List<Long> second = page.queued().subList(half, page.queued().size());
        long number = Numbers.next(tx, "diamond_pages", 1).getFirst();
        tx.update(
                "insert into diamond_pages (number, feed, run_id, partition_id, page_offset, items,"
                        + " seen, queued, queued_count, written_at) select ?, feed, run_id,"
                        + " partition_id, page_offset, 0, '[]', ?, ?, written_at"
                        + " from diamond_pages where number = ?",
                number,
                NumberSet.text(second),
                second.size(),
                page.number());
        tx.update(
                "update diamond_pages set queued = ?, queued_count = ? where number = ?",
                NumberSet.text(first),
                first.size(),
                page.number());
        tx.updateAll(
                "update diamond_raw set page = ? where number = ? and page = ?",
                second.stream().map(each -> new Object[] {number, each, page.number()}).toList());
    }

    private static List<Refused> refused(Transaction tx, ClaimedPage page, String reason) {
        return tx.query(
                "select number, stone_id, revision from diamond_raw where number = ?",
                row ->
                        new Refused(
                                new Payload(
                                        row.number(1),
                                        row.text(2),
                                        (int) row.number(3),
                                        page.run(),
                                        ""),
                                "row",
                                reason),
                page.queued().getFirst());
    }
}

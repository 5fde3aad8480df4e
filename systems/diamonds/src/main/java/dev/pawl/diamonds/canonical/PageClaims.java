package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Divides the pages that wait for consolidation between consolidators.
///
/// A claim is named after the run that holds it and lasts until that run is done with it or gives
/// it back.
public final class PageClaims {
    /// How many stones a consolidator claims at once.
    public static final int STONES = 2_000;

    private static final int PAGES = 200;
    private static final String OPEN =
            "select number, queued_count from diamond_pages where feed = ? and done_at is null"
                    + " and claim_id is null order by number limit ?";

    private PageClaims() {}

    /// Claims the oldest pages of a feed with about `stones` stones in total, and returns how many
    /// stones they have. Pages that another node is about to claim are passed over. A claim that
    /// still holds pages takes no others, so that it may be repeated.
    public static int claim(Transaction tx, ClaimedBy by, int stones, Instant now) {
        long held =
                sum(
                        tx::query,
                        "claim_id = ? and feed = ? and done_at is null",
                        by.claim(),
                        by.feed());
        if (held > 0) return Math.toIntExact(held);
        String lock = tx.flavour() == Flavour.POSTGRESQL ? " for update skip locked" : "";
        int claimed = 0;
        List<Object[]> pages = new ArrayList<>();
        for (long[] open : tx.query(OPEN + lock, PageClaims::open, by.feed(), PAGES)) {
            if (claimed >= stones) break;
            claimed += (int) open[1];
            pages.add(new Object[] {by.claim(), Times.text(now), open[0]});
        }
        tx.updateAll(
                "update diamond_pages set claim_id = ?, claimed_at = ? where number = ?", pages);
        return claimed;
    }

    private static long[] open(Transaction.Row row) {
        return new long[] {row.number(1), row.number(2)};
    }

    /// Gives back the pages of a claim whose run ended without them, and returns how many.
    public static int release(Transaction tx, String claim) {
        return tx.update(
                "update diamond_pages set claim_id = null, claimed_at = null"
                        + " where claim_id = ? and done_at is null",
                claim);
    }

    /// Returns how many stones of a run's pages are not consolidated yet; a run is complete only
    /// when there are none.
    public static long pending(StoreQuery tables, String run) {
        return sum(tables, "run_id = ? and done_at is null", run);
    }

    /// Returns how many stones of a feed no consolidator has claimed yet.
    public static long unclaimed(StoreQuery tables, String feed) {
        return sum(tables, "feed = ? and done_at is null and claim_id is null", feed);
    }

    private static long sum(StoreQuery tables, String condition, Object... keys) {
        return tables.query(
                        "select coalesce(sum(queued_count), 0) from diamond_pages where "
                                + condition,
                        row -> row.number(1),
                        keys)
                .getFirst();
    }
}

package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.Consolidation.ClaimedPage;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.List;

/// The stones of a claim, ready to be written in one transaction. May be written again if the
/// transaction fails.
public final class StoneBatch {
    private final String feed;
    private final String claim;
    private final List<ClaimedPage> pages;
    private final List<PreparedStone> stones;

    StoneBatch(String feed, String claim, List<ClaimedPage> pages, List<PreparedStone> stones) {
        this.feed = feed;
        this.claim = claim;
        this.pages = List.copyOf(pages);
        this.stones = List.copyOf(stones);
    }

    /// Returns whether the claim holds no page.
    public boolean isEmpty() {
        return pages.isEmpty();
    }

    /// Returns the number of stones.
    public int size() {
        return stones.size();
    }

    /// Writes the stones and marks their pages as done. Throws [LostRace], and then the transaction
    /// must fail, if another node changed the pages or the stones.
    public BatchCounts write(Transaction tx, Instant now) {
        String at = Times.text(now);
        List<Object[]> rows =
                pages.stream().map(page -> new Object[] {at, page.number(), claim}).toList();
        long done =
                tx.updateAll(
                        "update diamond_pages set done_at = ?"
                                + " where number = ? and claim_id = ? and done_at is null",
                        rows);
        if (done != rows.size()) throw new LostRace("claimed pages", rows.size(), done);
        BatchWriter writer = new BatchWriter(tx, feed, at);
        writer.add(stones);
        return writer.flush();
    }
}

package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.diamonds.table.DiamondSchema;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// A store with the tables of stones, and the verbs of a run in short form.
public final class StoneStore implements AutoCloseable {
    public static final String FEED = "natural";
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Store store;
    private Instant now = START;
    private int offset;

    public StoneStore(Store store) {
        this.store = store;
        store.commit(Commit.NONE.writing(List.of(DiamondSchema.TABLES)));
    }

    public Store store() {
        return store;
    }

    Instant now() {
        return now;
    }

    void at(Instant time) {
        now = time;
    }

    public <T> T write(Function<Transaction, T> body) {
        List<T> result = new ArrayList<>();
        store.commit(
                Commit.NONE.writing(
                        List.of(tx -> {
                            result.clear();
                            result.add(body.apply(tx));
                        })));
        return result.getFirst();
    }

    PageCounts page(String run, RawStone... stones) {
        return page(FEED, run, Arrays.asList(stones));
    }

    public PageCounts page(String feed, String run, List<RawStone> stones) {
        PageOrigin origin = new PageOrigin(feed, run, "partition-0", offset++);
        return write(tx -> RawStones.write(tx, origin, stones, now));
    }

    static Consolidation consolidation(String feed) {
        return new Consolidation(feed, new StoneMapping(false), RuleBook.standard(START));
    }

    int claim(String claim) {
        return claim(FEED, claim, PageClaims.STONES);
    }

    int claim(String feed, String claim, int stones) {
        return write(tx -> PageClaims.claim(tx, new ClaimedBy(feed, claim), stones, now));
    }

    StoneBatch prepare(String claim) {
        return consolidation(FEED).prepare(store::query, claim);
    }

    /// Consolidates everything that waits.
    public BatchCounts consolidate() {
        return consolidate(FEED);
    }

    BatchCounts consolidate(String feed) {
        BatchCounts all = BatchCounts.NONE;
        while (claim(feed, "c", PageClaims.STONES) > 0) {
            StoneBatch batch = consolidation(feed).prepare(store::query, "c");
            all = all.plus(write(tx -> batch.write(tx, now)));
        }
        return all;
    }

    MissingStones.Result remove(String run, MissingStones.Policy policy) {
        PageOrigin origin = new PageOrigin(FEED, run, "", 0);
        return write(tx -> MissingStones.remove(tx, origin, policy, now));
    }

    public StoneQueries queries() {
        return new StoneQueries(store::query);
    }

    /// Returns the change log as lines: stone and kind.
    List<String> changes(Instant since) {
        return queries().changes(since, 100_000).stream()
                .map(each -> each.stoneId() + " " + each.kind())
                .toList();
    }

    public String text(String sql, Object... parameters) {
        return store.query(sql, row -> row.text(1), parameters).getFirst();
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.pawl.diamonds.canonical;

import static dev.pawl.diamonds.canonical.Items.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/// Consolidation in PostgreSQL, also by several nodes.
final class PostgresConsolidationTest extends ConsolidationContract {
    private static String url = "";

    @BeforeAll
    static void create() throws Exception {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        url = PostgresServer.shared(found).create("stones");
    }

    @Override
    StoneStore open() {
        StoneStore opened = new StoneStore(PostgresStore.open(url, options -> {}));
        for (String table :
                List.of("pages", "raw", "stones", "changes", "quarantine", "unknown_values")) {
            opened.write(tx -> tx.update("delete from diamond_" + table));
        }
        opened.write(tx ->
                tx.update(
                        "alter table diamond_stones drop constraint if exists"
                                + " \"refused by the test\""));
        return opened;
    }

    @Override
    void refuse(String id) {
        stones.write(tx ->
                tx.update(
                        "alter table diamond_stones add constraint"
                                + " \"refused by the test\" check (stone_id <> '%s')"
                                        .formatted(id)));
    }

    @Test
    void nodesThatWriteTheSamePageTogetherStoreEachStoneOnce() throws Exception {
        try (StoneStore other = new StoneStore(PostgresStore.open(url, options -> {}))) {
            for (int round = 0; round < 5; round++) {
                String run = "r" + round;
                List<RawStone> some = items(round * 50, round * 50 + 50);
                together(
                        () -> stones.page(StoneStore.FEED, run, some).fresh(),
                        () -> other.page(StoneStore.FEED, run, some.reversed()).fresh());
            }
        }
        assertThat(stones.text("select count(*) from diamond_raw")).isEqualTo("250");
        stones.consolidate();
        assertThat(stones.queries().stats().canonical()).isEqualTo(250);
    }

    /// DIA-10: several consolidators are safe, because each passes over what another locks.
    @Test
    void consolidatorsOnSeveralNodesShareTheWork() throws Exception {
        for (int i = 0; i < 60; i++) {
            stones.page(StoneStore.FEED, "r1", items(i * 30, i * 30 + 30));
        }
        try (StoneStore other = new StoneStore(PostgresStore.open(url, options -> {}))) {
            List<Integer> done = together(() -> work(stones, "c1"), () -> work(other, "c2"));
            assertThat(done.get(0) + done.get(1)).isEqualTo(1_800);
        }
        assertThat(RunCounts.of(stones.store()::query, "r1"))
                .isEqualTo(new RunCounts(1_800, 1_800, 1_800, 0, 0, 0, 0));
    }

    /// A plan that was made while the tables were empty must not read them whole when they are
    /// full.
    @Test
    void aBatchIsComparedByIndexHoweverSmallTheTablesWereAtFirst() {
        try (StoneStore node =
                new StoneStore(PostgresStore.open(url, options -> options.stepConnections(1)))) {
            // The driver and the server keep a plan after a few executions.
            for (int i = 0; i < 15; i++) {
                node.page(StoneStore.FEED, "r1", items(i * 2, i * 2 + 2));
                node.consolidate();
            }
            for (int i = 1; i < 40; i++) {
                node.page(StoneStore.FEED, "r1", items(i * 100, i * 100 + 100));
            }
            node.consolidate();
            node.page(StoneStore.FEED, "r1", items(5_000, 5_100));
            assertThat(node.claim("c")).isEqualTo(100);
            StoneBatch batch = node.prepare("c");
            assertThat(rowsReadInOrder(node, tx -> batch.write(tx, node.now()))).isZero();
            assertThat(
                            rowsReadInOrder(
                                    node,
                                    tx ->
                                            RawStones.write(
                                                    tx,
                                                    new PageOrigin(StoneStore.FEED, "r1", "p", 0),
                                                    items(4_990, 5_020),
                                                    node.now())))
                    .isZero();
        }
    }

    /// Returns how many rows a transaction reads by scanning tables of stones.
    private static long rowsReadInOrder(StoneStore node, Consumer<Transaction> work) {
        return node.write(tx -> {
            work.accept(tx);
            return tx.query(
                            "select coalesce(sum(seq_tup_read), 0) from pg_stat_xact_user_tables"
                                    + " where relname in ('diamond_raw', 'diamond_stones')",
                            row -> row.number(1))
                    .getFirst();
        });
    }

    private static int work(StoneStore node, String claim) {
        StoreQuery tables = node.store()::query;
        int created = 0;
        while (node.claim(StoneStore.FEED, claim, 90) > 0
                || PageClaims.unclaimed(tables, StoneStore.FEED) > 0) {
            StoneBatch batch = node.prepare(claim);
            if (!batch.isEmpty())
                created += node.write(tx -> batch.write(tx, node.now())).created();
        }
        return created;
    }

    private static List<Integer> together(
            java.util.concurrent.Callable<Integer> one, java.util.concurrent.Callable<Integer> two)
            throws Exception {
        List<Integer> results = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> first = threads.submit(one);
            Future<Integer> second = threads.submit(two);
            results.add(first.get());
            results.add(second.get());
        }
        return results;
    }
}

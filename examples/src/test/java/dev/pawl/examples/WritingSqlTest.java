package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import org.junit.jupiter.api.Test;

/// How to test a machine whose steps have their own SQL.
class WritingSqlTest {
    private static final WritingSql.Sale LAMPS = new WritingSql.Sale("lamp", 2);
    private static final SqliteStores STORES = SqliteStores.of(SqliteStore::open);

    @Test
    void losesNoSqlWhereverTheProcessCrashes() {
        CrashMatrix.of(WritingSql.SALE, LAMPS).on(STORES).check();
    }

    @Test
    void sellsTheOrderedNumberWhereverTheProcessCrashes() {
        var summary =
                CrashMatrix.of(WritingSql.SALE, LAMPS)
                        .on(STORES)
                        .querying("select sold from stock", row -> row.number(1))
                        .check();
        assertThat(summary.seen()).containsEntry("select sold from stock", "[2]");
    }
}

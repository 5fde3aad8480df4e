package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import org.junit.jupiter.api.Test;

/// How a user tests a machine whose steps have SQL of their own.
class WritingSqlTest {
    private static final WritingSql.Sale LAMPS = new WritingSql.Sale("lamp", 2);
    private static final SqliteStores STORES = SqliteStores.of(SqliteStore::open);

    @Test
    void losesNoSqlWhereverTheProcessDies() {
        CrashMatrix.of(WritingSql.SALE, LAMPS).on(STORES).check();
    }

    @Test
    void sellsWhatWasAskedForWhereverTheProcessDies() {
        var summary =
                CrashMatrix.of(WritingSql.SALE, LAMPS)
                        .on(STORES)
                        .querying("select sold from stock", row -> row.number(1))
                        .check();
        assertThat(summary.seen()).containsEntry("select sold from stock", "[2]");
    }
}

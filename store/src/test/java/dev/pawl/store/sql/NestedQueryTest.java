package dev.pawl.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.store.PgServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Mappers of rows that query again, on as many threads as there are connections: none waits for a
/// connection that another one holds.
// On a separate thread: a reader without a connection cannot be interrupted.
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
@ResourceLock(PgServer.EMBEDDED)
final class NestedQueryTest {
    /// How many connections a store has for queries.
    private static final int CONNECTIONS = 4;

    private static final int ROUNDS = 3;

    @TempDir private Path directory;

    @Test
    void theyReturnOnSqlite() throws Exception {
        try (SqliteStore store = SqliteStore.open(directory)) {
            requireAnswers(store);
        }
    }

    @Test
    void theyReturnOnPostgres() throws Exception {
        PgServer server = PgServer.embedded();
        String schema = PgServer.freshSchema();
        try (PostgresStore store = PostgresStore.open(server.url(), o -> o.schema(schema))) {
            requireAnswers(store);
            requireConnections(store);
        }
    }

    /// The connections that were opened in addition are closed.
    private static void requireConnections(PostgresStore store) {
        String sql =
                "select count(*) from pg_stat_activity where query like '%as pawl_nested%'"
                        + " and pid <> pg_backend_pid()";
        assertThat(store.query(sql, row -> row.number(1)).getFirst())
                .isLessThanOrEqualTo(CONNECTIONS);
    }

    private static void requireAnswers(Store store) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            CyclicBarrier meeting = new CyclicBarrier(CONNECTIONS);
            List<FutureTask<Long>> all =
                    Stream.generate(() -> new FutureTask<>(() -> outer(store, meeting)))
                            .limit(CONNECTIONS)
                            .toList();
            all.forEach(Thread::startVirtualThread);
            for (FutureTask<Long> each : all) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(6);
            }
        }
    }

    /// Queries while all others do, and twice inside of each other.
    private static long outer(Store store, CyclicBarrier meeting) {
        return store.query(
                        "select 1 as pawl_nested",
                        row -> {
                            meet(meeting);
                            return row.number(1) + middle(store);
                        })
                .getFirst();
    }

    private static long middle(Store store) {
        return store.query("select 2 as pawl_nested", row -> row.number(1) + inner(store))
                .getFirst();
    }

    private static long inner(Store store) {
        return store.query("select 3 as pawl_nested", row -> row.number(1)).getFirst();
    }

    private static void meet(CyclicBarrier meeting) {
        try {
            meeting.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}

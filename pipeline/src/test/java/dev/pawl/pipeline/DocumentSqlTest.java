package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.lifecycle.RunEvent.RetryFailed;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.RunId;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SqliteStores;
import dev.pawl.testkit.StoreFactory;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.opentest4j.TestAbortedException;

/// The documented queries (DIA-25 to DIA-31): on PostgreSQL as they stand, with the run id filled
/// in, and on SQLite as equivalents.
@Timeout(300)
final class DocumentSqlTest {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private static final String STATUS =
            """
            SELECT
              run_id,
              run_type,
              completed_workers || '/' || expected_workers AS progress,
              failed_workers,
              CASE
                WHEN completed_at IS NOT NULL THEN 'completed'
                WHEN failed_workers > 0 THEN 'failed'
                WHEN completed_workers < expected_workers THEN 'in_progress'
                ELSE 'consolidating'
              END AS status,
              started_at,
              completed_at,
              EXTRACT(EPOCH FROM (COALESCE(completed_at, NOW()) - started_at)) / 60 AS duration_minutes
            FROM run_metadata
            WHERE run_id = 'abc123'
            """;
    private static final String WORKERS =
            """
            SELECT
              partition_id,
              status,
              records_processed,
              error_message,
              started_at,
              completed_at
            FROM worker_runs
            WHERE run_id = 'abc123'
            ORDER BY partition_id
            """;
    private static final String PROGRESS =
            """
            SELECT
              partition_id,
              next_offset,
              completed,
              updated_at
            FROM partition_progress
            WHERE run_id = 'abc123'
            ORDER BY partition_id
            """;
    private static final String ACTIVE =
            """
            SELECT
              run_id,
              run_type,
              completed_workers,
              expected_workers,
              failed_workers,
              started_at,
              NOW() - started_at AS elapsed
            FROM run_metadata
            WHERE completed_at IS NULL
            ORDER BY started_at DESC
            """;
    private static final String RECENT =
            """
            SELECT
              run_id,
              run_type,
              completed_workers || '/' || expected_workers AS progress,
              CASE
                WHEN completed_at IS NOT NULL THEN 'completed'
                WHEN failed_workers > 0 THEN 'failed'
                ELSE 'in_progress'
              END AS status,
              started_at,
              completed_at,
              EXTRACT(EPOCH FROM (COALESCE(completed_at, NOW()) - started_at)) / 60 AS duration_minutes
            FROM run_metadata
            WHERE started_at > NOW() - INTERVAL '24 hours'
            ORDER BY started_at DESC
            """;
    private static final String FAILED =
            """
            SELECT
              wr.partition_id,
              wr.records_processed,
              wr.error_message,
              wr.started_at,
              wr.completed_at
            FROM worker_runs wr
            JOIN run_metadata rm ON wr.run_id = rm.run_id
            WHERE rm.run_id = 'abc123'
              AND wr.status = 'failed'
            ORDER BY wr.started_at
            """;
    private static final String AT_FAILURE =
            """
            SELECT
              partition_id,
              next_offset,
              completed
            FROM partition_progress
            WHERE run_id = 'abc123'
              AND NOT completed
            """;

    private final NumbersFeed feed =
            new NumbersFeed("numbers", 3, 60)
                    .before((page, _) -> {
                        boolean hit = page.partition().id().equals("partition-1");
                        if (hit && page.offset() == 10) throw new IOException("down");
                    });

    @Test
    @ResourceLock("embedded PostgreSQL")
    void theDocumentedQueriesRunOnPostgresqlAsTheyStand() throws Exception {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        String schema = "pipeline_" + SCHEMAS.incrementAndGet();
        StoreFactory stores = stores(url, schema);
        try (SimPipeline pipeline = SimPipeline.on(stores, _ -> {}, feed)) {
            check(pipeline, sql -> sql);
        }
    }

    /// SQLite has other functions for time: only those are replaced.
    @Test
    void theyRunOnSqliteAsEquivalents() throws Exception {
        try (SimPipeline pipeline =
                SimPipeline.on(SqliteStores.of(SqliteStore::open), _ -> {}, feed)) {
            check(
                    pipeline,
                    sql ->
                            sql.replace(
                                            "EXTRACT(EPOCH FROM (COALESCE(completed_at, NOW()) -"
                                                    + " started_at)) / 60",
                                            "(julianday(COALESCE(completed_at, 'now')) -"
                                                    + " julianday(started_at)) * 1440")
                                    .replace(
                                            "NOW() - started_at",
                                            "julianday('now') - julianday(started_at)")
                                    .replace(
                                            "NOW() - INTERVAL '24 hours'",
                                            "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-24 hours')"));
        }
    }

    private static StoreFactory stores(String url, String schema) {
        return new StoreFactory() {
            @Override
            public Store open() {
                // Notifications that arrive on a real thread do not fit virtual time.
                return PostgresStore.open(url, options -> options.schema(schema).listen(false));
            }

            @Override
            public Store reopen(Store before) {
                before.close();
                return open();
            }
        };
    }

    private void check(SimPipeline pipeline, UnaryOperator<String> dialect) throws Exception {
        RunId failing = pipeline.start(RunRequest.full("numbers"));
        pipeline.until(failing, RunState.ConsolidationSkipped);
        String id = pipeline.uuid(failing).toString();
        Queries queries = new Queries(pipeline, dialect, id);
        // A11: the document's query says "failed" although the run waits for an operator.
        assertThat(queries.rows(STATUS, 2, 3, 4, 5)).containsExactly("full|2/3|1|failed");
        assertThat(queries.rows(WORKERS, 1, 2, 3))
                .containsExactly(
                        "partition-0|completed|20",
                        "partition-1|failed|10",
                        "partition-2|completed|20");
        assertThat(queries.rows(WORKERS, 4).get(1)).contains("down");
        assertThat(queries.rows(PROGRESS, 1, 2))
                .containsExactly("partition-0|20", "partition-1|10", "partition-2|20");
        assertThat(queries.rows(ACTIVE, 1, 3, 4, 5)).containsExactly(id + "|2|3|1");
        assertThat(queries.rows(FAILED, 1, 2)).containsExactly("partition-1|10");
        assertThat(queries.rows(AT_FAILURE, 1, 2)).containsExactly("partition-1|10");
        // Virtual time is in the past or the future of the database's clock.
        assertThat(queries.rows(RECENT, 3).size()).isLessThanOrEqualTo(1);
        feed.before((_, _) -> {});
        pipeline.send(failing, new RetryFailed("tester", "back"));
        assertThat(pipeline.end(failing).state()).isEqualTo(RunState.Completed.name());
        assertThat(queries.rows(STATUS, 2, 3, 4, 5)).containsExactly("full|3/3|0|completed");
        assertThat(Double.parseDouble(queries.rows(STATUS, 8).getFirst())).isBetween(0.04, 2.0);
        assertThat(queries.rows(ACTIVE, 1)).isEmpty();
        assertThat(queries.rows(AT_FAILURE, 1)).isEmpty();
        assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
    }

    /// The queries about one run.
    private record Queries(SimPipeline pipeline, UnaryOperator<String> dialect, String run) {
        List<String> rows(String sql, int... columns) {
            return pipeline.engine()
                    .query(
                            dialect.apply(sql).replace("abc123", run),
                            row -> {
                                StringBuilder text = new StringBuilder();
                                for (int column : columns) {
                                    if (!text.isEmpty()) text.append('|');
                                    text.append(row.text(column));
                                }
                                return text.toString();
                            });
        }
    }
}

package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.RealHost;
import dev.pawl.engine.store.Commit;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.opentest4j.TestAbortedException;

/// The documented queries (DIA-24 to DIA-31): on PostgreSQL as they stand, with the run id filled
/// in, and on SQLite as equivalents.
@Timeout(300)
final class DocumentSqlTest {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    /// DIA-25.
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

    /// DIA-26.
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

    /// DIA-27.
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

    /// DIA-28.
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

    /// DIA-29.
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

    /// DIA-30.
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

    /// DIA-31.
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

    /// DIA-24.
    private static final String ONE_MORE_COMPLETED =
            """
            UPDATE run_metadata
            SET completed_workers = completed_workers + 1
            WHERE run_id = 'abc123'
            RETURNING completed_workers, expected_workers, failed_workers
            """;

    private static final String ONE_MORE_FAILED =
            """
            UPDATE run_metadata
            SET failed_workers = failed_workers + 1
            WHERE run_id = 'abc123'
            RETURNING completed_workers, expected_workers, failed_workers
            """;

    /// The queries about the last day use the clock of the database.
    private final Instant start = new RealHost().now().minus(Duration.ofHours(26));

    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 60);

    private void fail() {
        feed.before((page, _) -> {
            boolean hit = page.partition().id().equals("partition-1");
            if (hit && page.offset() == 10) throw new IOException("down");
        });
    }

    @Test
    @ResourceLock("embedded PostgreSQL")
    void theDocumentedQueriesRunOnPostgresqlAsTheyStand() throws Exception {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        String schema = "pipeline_" + SCHEMAS.incrementAndGet();
        StoreFactory stores = stores(url, schema);
        try (SimPipeline pipeline = SimPipeline.at(start, stores, feed)) {
            check(pipeline, sql -> sql);
        }
    }

    /// SQLite has other functions for time: only those are replaced.
    @Test
    void theyRunOnSqliteAsEquivalents() throws Exception {
        try (SimPipeline pipeline =
                SimPipeline.at(start, SqliteStores.of(SqliteStore::open), feed)) {
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

    /// DIA-13, DIA-15, DIA-16: the documented columns in their order, with types, defaults and
    /// keys.
    @Test
    @ResourceLock("embedded PostgreSQL")
    void theTablesHaveTheDocumentedColumns() throws Exception {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        String schema = "pipeline_" + SCHEMAS.incrementAndGet();
        try (SimPipeline pipeline = SimPipeline.at(start, stores(url, schema), feed)) {
            assertThat(columns(pipeline, "run_metadata"))
                    .containsExactly(
                            "run_id uuid no -",
                            "run_type text no -",
                            "expected_workers integer no -",
                            "completed_workers integer yes 0",
                            "failed_workers integer yes 0",
                            "watermark_before timestamp with time zone yes -",
                            "watermark_after timestamp with time zone yes -",
                            "started_at timestamp with time zone yes now()",
                            "completed_at timestamp with time zone yes -");
            assertThat(columns(pipeline, "worker_runs"))
                    .containsExactly(
                            "id uuid no -",
                            "run_id uuid no -",
                            "partition_id text no -",
                            "worker_id text no -",
                            "status text no -",
                            "records_processed integer yes 0",
                            "error_message text yes -",
                            "work_item_payload jsonb yes -",
                            "started_at timestamp with time zone yes now()",
                            "completed_at timestamp with time zone yes -");
            assertThat(columns(pipeline, "partition_progress"))
                    .containsExactly(
                            "run_id uuid no -",
                            "partition_id text no -",
                            "next_offset integer no 0",
                            "completed boolean no false",
                            "created_at timestamp with time zone yes now()",
                            "updated_at timestamp with time zone yes now()");
            assertThat(keys(pipeline))
                    .containsExactly(
                            "partition_progress PRIMARY KEY (run_id, partition_id)",
                            "run_metadata PRIMARY KEY (run_id)",
                            "worker_runs FOREIGN KEY (run_id) REFERENCES run_metadata(run_id)",
                            "worker_runs PRIMARY KEY (id)",
                            "worker_runs UNIQUE (run_id, partition_id)");
        }
    }

    private static List<String> columns(SimPipeline pipeline, String table) {
        return pipeline.engine()
                .query(
                        "select column_name || ' ' || data_type || ' ' || lower(is_nullable)"
                                + " || ' ' || coalesce(column_default, '-')"
                                + " from information_schema.columns where table_name = ?"
                                + " and table_schema = (select relnamespace::regnamespace::text"
                                + " from pg_class where oid = to_regclass(?::text))"
                                + " order by ordinal_position",
                        row -> row.text(1),
                        table,
                        table);
    }

    private static List<String> keys(SimPipeline pipeline) {
        return pipeline.engine()
                .query(
                        "select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)"
                                + " from pg_constraint where contype in ('p', 'u', 'f')"
                                + " and conrelid in (to_regclass('run_metadata'),"
                                + " to_regclass('worker_runs'),"
                                + " to_regclass('partition_progress')) order by 1",
                        row -> row.text(1));
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
        var _ = pipeline.run(RunRequest.full("numbers"));
        pipeline.sim().pass(Duration.ofHours(25));
        fail();
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
        // The first run was 26 hours ago, this one an hour.
        assertThat(queries.rows(RECENT, 1, 2, 3, 4)).containsExactly(id + "|full|2/3|failed");
        assertThat(Double.parseDouble(queries.rows(RECENT, 7).getFirst())).isBetween(58.0, 70.0);
        feed.before((_, _) -> {});
        pipeline.send(failing, new RetryFailed("tester", "back"));
        assertThat(pipeline.end(failing).state()).isEqualTo(RunState.Completed.name());
        assertThat(queries.rows(STATUS, 2, 3, 4, 5)).containsExactly("full|3/3|0|completed");
        assertThat(Double.parseDouble(queries.rows(STATUS, 8).getFirst())).isBetween(0.04, 2.0);
        assertThat(queries.rows(RECENT, 1, 3, 4)).containsExactly(id + "|3/3|completed");
        assertThat(queries.rows(ACTIVE, 1)).isEmpty();
        assertThat(queries.rows(AT_FAILURE, 1)).isEmpty();
        assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        // DIA-24: both increments return the counters as they are afterwards.
        assertThat(increment(pipeline, ONE_MORE_COMPLETED, id)).isEqualTo("4|3|0");
        assertThat(increment(pipeline, ONE_MORE_FAILED, id)).isEqualTo("4|3|1");
    }

    private static String increment(SimPipeline pipeline, String statement, String run) {
        AtomicReference<String> counters = new AtomicReference<>("");
        String sql = statement.replace("abc123", run);
        pipeline.sim()
                .store()
                .commit(
                        Commit.NONE.writing(
                                List.of(tx ->
                                        counters.set(
                                                tx.query(
                                                                sql,
                                                                row ->
                                                                        "%d|%d|%d"
                                                                                .formatted(
                                                                                        row.number(
                                                                                                1),
                                                                                        row.number(
                                                                                                2),
                                                                                        row.number(
                                                                                                3)))
                                                        .getFirst()))));
        return counters.get();
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

package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.SqlGuard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The tables: the views for users, and what keeps them fast.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresTablesTest {
    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();
    private final PostgresStore store = server.open(schema);

    @AfterEach
    void close() {
        store.close();
    }

    private String text(String sql) {
        return server.text(sql.replace("@", schema + "."));
    }

    private Run completed(long id) {
        Run run = SampleRuns.started(id, "key " + id);
        store.commit(SampleRuns.commit(run));
        while (!run.status().isEnd()) {
            run = SampleRuns.next(run);
            store.commit(SampleRuns.commit(run));
        }
        return run;
    }

    @Test
    void viewsShowRunsAndTheirHistory() {
        Run run = completed(77);
        String id = run.id().toString();
        assertThat(text("select id || ' ' || machine || ' ' || status || ' ' || key from @runs"))
                .isEqualTo(id + " pull-image COMPLETED key 77");
        assertThat(text("select request from @runs")).startsWith("{\"image\":");
        assertThat(text("select created = '2026-01-01T00:00:00.123456Z' from @runs"))
                .isEqualTo("t");
        assertThat(text("select count(*) from @history where run = '" + id + "'")).isEqualTo("5");
        assertThat(text("select string_agg(state, ',' order by seq) from @history"))
                .isEqualTo("check-exists,step-1,step-2,step-3,done");
        List<LoggedEntry> log = store.log(0, 100);
        assertThat(text("select string_agg(position::text, ',' order by seq) from @history"))
                .isEqualTo(String.join(",", log.stream().map(l -> "" + l.position()).toList()));
    }

    /// A parent that runs for months must not fill the disk with its children.
    @Test
    void theNumberOfChildrenThatPruningSparesIsBounded() {
        for (long id = 1; id <= 10; id++)
            assertThat(completed(id).status()).isEqualTo(RunStatus.COMPLETED);
        store.commit(SampleRuns.commit(SampleRuns.started(11)));
        server.execute("update %s.run set parent = 11 where id between 1 and 8".formatted(schema));
        assertThat(text("select @prune('pull-image', null, 0, 100, 100)")).isEqualTo("2");
        assertThat(text("select @prune('pull-image', null, 0, 2, 5)")).isEqualTo("2");
        assertThat(text("select @prune('pull-image', null, 0, 2, 5)")).isEqualTo("1");
        assertThat(text("select @prune('pull-image', null, 0, 2, 5)")).isEqualTo("0");
        assertThat(text("select string_agg(id::text, ' ' order by id) from @run"))
                .isEqualTo("4 5 6 7 8 11");
    }

    @Test
    void viewsShowSettings() {
        store.commit(
                Commit.of(
                        new NamedDocument(
                                NamedDocument.Kind.QUEUE, "q", Payload.of("{\"concurrency\":3}")),
                        new NamedDocument(NamedDocument.Kind.QUEUE, "odd", Payload.of("no json"))));
        assertThat(text("select concurrency from @queues where name = 'q'")).isEqualTo("3");
        assertThat(text("select count(*) from @queues where perKey is null")).isEqualTo("2");
        assertThat(text("select count(*) from @permits")).isEqualTo("0");
        assertThat(text("select count(*) from @schedules where nextAt is null")).isEqualTo("0");
        assertThat(text("select count(*) from @nodes")).isEqualTo("0");
    }

    /// PostgreSQL's text cannot hold such characters, but a query over all runs must not fail.
    @Test
    void viewsShowTextThatPostgresqlCannotHold() {
        Run run = SampleRuns.started(1, "nul\u0000 \u0001");
        HistoryEntry entry = SampleRuns.change(run).entries().getFirst();
        HistoryEntry odd =
                new HistoryEntry(
                        1,
                        entry.at(),
                        entry.kind(),
                        entry.status(),
                        entry.state(),
                        1,
                        "a\u0000 \ud83d b \ude00 \ud83d\ude00",
                        null);
        store.commit(Commit.of(new Commit.Change(run, List.of(odd))));
        assertThat(store.live("pull-image", "nul\u0000 \u0001")).contains(run);
        assertThat(store.history(run.id(), 0, 9)).containsExactly(odd);
        assertThat(text("select actor from @history")).isEqualTo("a\ufffd \ufffd b \ufffd 😀");
    }

    /// A step to the next state changes no index: otherwise each would cost three times as much.
    @Test
    void aStepTouchesNoIndex() {
        for (long id = 1; id <= 20; id++) completed(id);
        store.close();
        // A backend reports its statistics when it ends.
        long steps = 20 * (SampleRuns.STEPS - 1);
        String sql =
                "select n_tup_upd || ' ' || (n_tup_hot_upd >= n_tup_upd - 20) from"
                        + " pg_stat_user_tables where schemaname = '%s' and relname = 'run'"
                                .formatted(schema);
        String found = server.text(sql);
        for (int looks = 0; looks < 2_000 && !found.startsWith(steps + " "); looks++) {
            Thread.onSpinWait();
            found = server.text(sql);
        }
        assertThat(found).isEqualTo(steps + " true");
    }

    /// An index holds no more than a third of a page, and random text is not compressed.
    @Test
    void aValueThatTheServerCannotHoldIsRefusedAlone() {
        StringBuilder text = new StringBuilder();
        new SplittableRandom(1).ints(20_000, 'A', 'z').forEach(text::appendCodePoint);
        Run run = SampleRuns.started(1);
        Origin origin = run.origin();
        Run bad =
                run.with(
                        new Origin(
                                origin.machine(),
                                null,
                                origin.request(),
                                origin.links(),
                                null,
                                text.toString(),
                                origin.labels()));
        assertThatThrownBy(() -> store.commit(SampleRuns.commit(bad)))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED));
        completed(2);
        assertThat(store.count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    void aChangedHistoryIsReported() {
        completed(5);
        assertThat(store.verify()).isEmpty();
        server.execute(
                "update %s.history_chunk set entries = replace(entries, 'step-2', 'step-9')"
                        .formatted(schema));
        assertThat(store.verify()).anySatisfy(line -> assertThat(line).contains("was changed"));
        server.execute("update %s.run set status = 4".formatted(schema));
        assertThat(store.verify()).anySatisfy(line -> assertThat(line).contains("status"));
        server.execute("delete from %s.run".formatted(schema));
        assertThat(store.verify()).anySatisfy(line -> assertThat(line).contains("without a run"));
    }

    /// A reader of the log must not miss what an open transaction will still write there.
    @Test
    void theLogStopsBeforeAnOpenTransaction() throws Exception {
        completed(1);
        try (Connection other = DriverManager.getConnection(server.url());
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeQuery("select pg_current_xact_id()").close();
            completed(2);
            assertThat(store.log(0, 100)).extracting(LoggedEntry::run).doesNotContain(new RunId(2));
            assertThat(store.history(new RunId(2), 0, 9)).hasSize(SampleRuns.STEPS);
            other.rollback();
        }
        assertThat(store.log(0, 100)).hasSize(2 * SampleRuns.STEPS);
    }

    /// After a dump into another server its transactions may have lower numbers.
    @Test
    void positionsGrowAlsoOnAServerWithLowerTransactionNumbers() {
        completed(1);
        server.execute(
                "update %s.history_chunk set position = position + (1::bigint << 50)"
                        .formatted(schema));
        long last = server.number("select max(position) from %s.history_chunk".formatted(schema));
        try (PostgresStore next = server.open(schema)) {
            Run run = SampleRuns.started(2);
            next.commit(SampleRuns.commit(run));
            List<LoggedEntry> log = next.log(0, 100);
            assertThat(log).hasSize(SampleRuns.STEPS + 1);
            assertThat(log.getLast().position()).isGreaterThan(last);
            assertThat(log.getLast().run()).isEqualTo(run.id());
        }
    }

    @Test
    void aStepMayNotWriteToPawlsTables() {
        for (String sql :
                List.of(
                        "delete from @run",
                        "update @document set body = ''",
                        "insert into \"" + schema + "\".message values (1)",
                        "drop table if exists @node",
                        "commit",
                        "set search_path to x",
                        "select 1; select 2")) {
            assertThatThrownBy(() ->
                            SqlGuard.checkStep(
                                    sql.replace("@", schema + "."), new Dialect.Postgres(schema)))
                    .as(sql)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        SqlGuard.checkStep("update run set status = 1", new Dialect.Postgres(schema));
        assertThat(RunStatus.values())
                .hasSize((int) server.number("select count(*) from " + schema + ".status"));
    }
}

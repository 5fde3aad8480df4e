package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sqlite.ReadOnlyStore;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What other processes see of a store while one process owns it.
final class ReadingTest {
    @TempDir private Path directory;

    private SqliteStore owner;

    @org.junit.jupiter.api.BeforeEach
    void open() {
        owner = SqliteStore.open(directory);
    }

    @org.junit.jupiter.api.AfterEach
    void close() {
        owner.close();
    }

    @Test
    void seesCommitsThatAreOnlyInTheJournal() {
        Run projected = SampleRuns.started(1, "a");
        Run other = SampleRuns.started(2, "b");
        owner.commit(Commit.of(SampleRuns.change(projected), SampleRuns.change(other)));
        assertThat(owner.count(Filter.ALL)).isEqualTo(2);
        Run changed = SampleRuns.next(projected);
        Run fresh = SampleRuns.started(3, "c");
        Message message =
                new Message(
                        9,
                        new RunId(2),
                        Message.Kind.EVENT,
                        "go",
                        Payload.of("{}"),
                        SampleRuns.START);
        NamedDocument queue =
                new NamedDocument(
                        NamedDocument.Kind.QUEUE, "gpu", Payload.of("{\"concurrency\":4}"));
        // The reader's transaction keeps the commit out of the tables.
        owner.exclusively(file -> {});
        owner.commit(
                Commit.of(SampleRuns.change(changed), SampleRuns.change(fresh))
                        .sending(List.of(message))
                        .with(List.of(queue)));
        try (Store reader = SqliteStore.openReadOnly(directory)) {
            assertThat(reader.runs(Filter.ALL, Page.oldest(9)))
                    .containsExactly(changed, other, fresh);
            assertThat(reader.live("pull-image", "c")).contains(fresh);
            assertThat(reader.run(changed.id())).contains(changed);
            assertThat(reader.history(changed.id(), 0, 9)).hasSize(2);
            assertThat(reader.count(Filter.ALL.live())).isEqualTo(3);
            assertThat(reader.tally()).hasSize(2);
            assertThat(reader.messages(9)).containsExactly(message);
            assertThat(reader.documents(NamedDocument.Kind.QUEUE)).containsExactly(queue);
            assertThat(reader.lastId()).isEqualTo(9);
            assertThat(reader.verify()).isEmpty();
        }
    }

    @Test
    void seesCommitsBetweenTwoReads() {
        try (Store reader = SqliteStore.openReadOnly(directory)) {
            Run run = SampleRuns.started(1);
            for (int step = 0; step < 4; step++) {
                owner.commit(SampleRuns.commit(run));
                assertThat(reader.run(run.id())).contains(run);
                run = SampleRuns.next(run);
            }
        }
    }

    @Test
    void aLongReadBlocksNoWriterAndKeepsItsSnapshot() {
        owner.commit(SampleRuns.commit(SampleRuns.started(1)));
        try (ReadOnlyStore reader = ReadOnlyStore.open(directory)) {
            long seen =
                    reader.read(session -> {
                        owner.commit(SampleRuns.commit(SampleRuns.started(2)));
                        owner.execute("pragma wal_checkpoint(passive)");
                        // A query to the owner brings its tables up to date, which is a write too.
                        assertThat(owner.count(Filter.ALL)).isEqualTo(2);
                        return Queries.count(session, Filter.ALL);
                    });

            assertThat(seen).isEqualTo(1);
            assertThat(reader.count(Filter.ALL)).isEqualTo(2);
        }
    }

    @Test
    void writesNothing() {
        try (Store reader = SqliteStore.openReadOnly(directory)) {
            Commit commit = SampleRuns.commit(SampleRuns.started(1));
            assertThat(
                            catchThrowableOfType(StoreException.class, () -> reader.commit(commit))
                                    .kind())
                    .isEqualTo(Kind.READ_ONLY);
        }
        for (String sql :
                List.of(
                        "delete from run",
                        "pragma query_only=off",
                        "with x as (select 1) delete from run",
                        "select 1; delete from run",
                        "attach 'other.db' as other")) {
            assertThat(
                            catchThrowableOfType(
                                            StoreException.class,
                                            () -> SqliteStore.rows(directory, sql))
                                    .kind())
                    .as(sql)
                    .isIn(Kind.READ_ONLY, Kind.REFUSED);
        }
    }

    @Test
    void showsRunsAndHistoryInViews() {
        Run run = SampleRuns.started(123_456_789_012L, "debian");
        owner.commit(SampleRuns.commit(run));
        owner.commit(SampleRuns.commit(SampleRuns.next(run)));
        QueryResult runs =
                SqliteStore.rows(
                        directory,
                        "select id, machine, version, key, status, created, request from runs");
        assertThat(runs.rows())
                .containsExactly(
                        java.util.Arrays.asList(
                                run.id().toString(),
                                "pull-image",
                                3,
                                "debian",
                                "RUNNING",
                                "2026-01-01T00:00:00.123Z",
                                run.origin().request().text()));
        QueryResult history =
                SqliteStore.rows(
                        directory, "select run, seq, kind, state, actor from history order by seq");
        assertThat(history.columns()).containsExactly("run", "seq", "kind", "state", "actor");
        assertThat(history.rows())
                .containsExactly(
                        List.of(run.id().toString(), 1, "STARTED", "check-exists", "engine"),
                        List.of(run.id().toString(), 2, "ENTERED", "step-1", "engine"));
    }

    @Test
    void showsQueuesPermitsAndSchedulesInViews() {
        owner.commit(
                Commit.of(
                        new NamedDocument(
                                NamedDocument.Kind.QUEUE, "gpu", Payload.of("{\"concurrency\":4}")),
                        new NamedDocument(NamedDocument.Kind.QUEUE, "odd", Payload.of("not json")),
                        new NamedDocument(
                                NamedDocument.Kind.PERMIT,
                                "p",
                                Payload.of("{\"pool\":\"s3\",\"count\":2}")),
                        new NamedDocument(
                                NamedDocument.Kind.SCHEDULE,
                                "nightly",
                                Payload.of("{\"spec\":\"@daily\"}"))));
        assertThat(SqliteStore.rows(directory, "select name, concurrency from queues").rows())
                .containsExactly(List.of("gpu", 4), java.util.Arrays.asList("odd", null));
        assertThat(SqliteStore.rows(directory, "select pool, count from permits").rows())
                .containsExactly(List.of("s3", 2));
        assertThat(SqliteStore.rows(directory, "select name, spec from schedules").rows())
                .containsExactly(List.of("nightly", "@daily"));
    }

    @Test
    void refusesASecondOwnerAndNamesTheFirst() {
        for (int time = 0; time < 2; time++) {
            StoreException refused =
                    catchThrowableOfType(
                            StoreException.class, () -> SqliteStore.open(directory).close());
            assertThat(refused.kind()).isEqualTo(Kind.LOCKED);
            assertThat(refused)
                    .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
        }
        owner.commit(SampleRuns.commit(SampleRuns.started(1)));
    }

    @Test
    void opensDespiteTheLockFileOfACrashedOwner() throws Exception {
        owner.close();
        java.nio.file.Files.writeString(
                directory.resolve("pawl.lock"), "process 1 (started long ago)");
        owner = SqliteStore.open(directory);
        assertThat(owner.count(Filter.ALL)).isZero();
    }

    @Test
    void refusesEveryCallOnceItWasClosed() {
        Store reader = SqliteStore.openReadOnly(directory);
        reader.close();
        reader.close();
        List<Method> calls = new ArrayList<>(List.of(Store.class.getDeclaredMethods()));
        calls.removeIf(Method::isSynthetic);
        calls.removeIf(call -> Set.of("close", "cluster").contains(call.getName()));
        assertThat(calls).hasSizeGreaterThan(15);
        for (Method call : calls) {
            Object[] arguments =
                    Arrays.stream(call.getParameterTypes()).map(ReadingTest::argument).toArray();
            boolean writes = Set.of("commit", "prune", "retain", "trim").contains(call.getName());
            assertThatThrownBy(() -> call.invoke(reader, arguments))
                    .as(call.getName())
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e ->
                                    assertThat(e.kind())
                                            .as(call.getName())
                                            .isEqualTo(writes ? Kind.READ_ONLY : Kind.CLOSED));
        }
    }

    /// Returns an argument for a method of a store.
    private static Object argument(Class<?> type) {
        if (type == int.class) return 1;
        if (type == long.class) return 0L;
        if (type == List.class) return List.of();
        if (type == Object[].class) return new Object[0];
        Map<Class<?>, Object> others =
                Map.of(
                        Commit.class,
                        Commit.of(SampleRuns.change(SampleRuns.started(1))),
                        RunId.class,
                        new RunId(1),
                        String.class,
                        "select 1",
                        Filter.class,
                        Filter.ALL,
                        Page.class,
                        Page.newest(1),
                        Set.class,
                        Set.of(),
                        NamedDocument.Kind.class,
                        NamedDocument.Kind.POOL,
                        Retention.class,
                        new Retention("pull", null, 0L),
                        RowMapper.class,
                        (RowMapper<Object>) row -> row);
        return Objects.requireNonNull(others.get(type), () -> "no argument of " + type);
    }
}

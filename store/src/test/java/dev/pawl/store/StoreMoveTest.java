package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Data;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.FaultyStore;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Moves between stores, also when the moving process crashes.
@ResourceLock(PgServer.EMBEDDED)
class StoreMoveTest {
    private static final int RUNS = 450;
    private static final long LONG = RUNS / 2;
    private static final int LONG_ENTRIES = 4_500;

    /// No other history is as long.
    private static final long STEP_MAX = 100;

    @TempDir Path directory;

    private SqliteStore from;

    @BeforeEach
    void fill() {
        from = SqliteStore.open(directory.resolve("from"));
        fill(from);
    }

    @Test
    void movesToPostgresAndBack() {
        PgServer server = PgServer.embedded();
        String schema = PgServer.freshSchema();
        StoreContents written;
        try (Store there = server.open(schema)) {
            StoreMove.Result result = move(from, there);
            assertThat(result.isSame()).isTrue();
            assertThat(result.differing()).isEmpty();
            assertThat(result.to().runs()).isEqualTo(RUNS);
            assertThat(result.to().entries()).isEqualTo(entries());
            assertThat(result.to().messages()).isEqualTo(3);
            assertThat(result.to().documents()).isEqualTo(2);
            assertThat(there.verify()).isEmpty();
            written = result.to();
        }
        try (Store there = server.open(schema);
                Store back = SqliteStore.open(directory.resolve("back"))) {
            StoreMove.Result result = move(there, back);
            assertThat(result.isSame()).isTrue();
            assertThat(result.to()).isEqualTo(written);
            assertThat(back.verify()).isEmpty();
            assertThat(back.runs(Filter.ALL, Page.oldest(RUNS)))
                    .isEqualTo(from.runs(Filter.ALL, Page.oldest(RUNS)));
            RunId id = new RunId(LONG);
            assertThat(back.history(id, 0, LONG_ENTRIES))
                    .isEqualTo(from.history(id, 0, LONG_ENTRIES));
        }
        from.close();
    }

    @Test
    void movesTrimmedHistories() {
        RunId id = new RunId(LONG);
        Run run = from.run(id).orElseThrow();
        // Reading a history makes the store write what has gathered, so the next entry is in
        // another chunk.
        assertThat(from.history(id, 0, LONG_ENTRIES)).hasSize(LONG_ENTRIES);
        from.commit(Commit.of(SampleRuns.change(run.withVersion(run.version() + 1))));
        assertThat(from.trim(id, run.version())).isEqualTo(LONG_ENTRIES - 1L);
        assertThat(from.history(id, 0, LONG_ENTRIES))
                .extracting(HistoryEntry::kind)
                .hasSize(2)
                .startsWith(HistoryEntry.Kind.TRIMMED);
        String schema = PgServer.freshSchema();
        try (Store there = PgServer.embedded().open(schema);
                Store back = SqliteStore.open(directory.resolve("back"))) {
            assertThat(move(from, there).isSame()).isTrue();
            assertThat(there.verify()).isEmpty();
            assertThat(move(there, back).isSame()).isTrue();
            assertThat(back.verify()).isEmpty();
            assertThat(back.history(id, 0, LONG_ENTRIES))
                    .isEqualTo(from.history(id, 0, LONG_ENTRIES));
        }
        from.close();
    }

    @Test
    void resumesWhereverItCrashed() {
        FaultyStore whole = new FaultyStore(new MemoryStore(), StoreFaults.NONE);
        assertThat(move(from, whole).isSame()).isTrue();
        for (long n = 1; n <= whole.commits(); n++) {
            resumes(StoreFaults.beforeCommit(n, StoreMoveTest::crash), new MemoryStore(), n > 1);
            boolean ended = n == whole.commits();
            if (!ended)
                resumes(StoreFaults.afterCommit(n, StoreMoveTest::crash), new MemoryStore(), true);
        }
        from.close();
    }

    @Test
    void resumesInPostgresInTheMiddleOfALongHistory() {
        String schema = PgServer.freshSchema();
        try (Store there = PgServer.embedded().open(schema)) {
            StoreFaults crash =
                    new StoreFaults() {
                        @Override
                        public void after(long n, Commit commit) {
                            for (Commit.Change change : commit.changes()) {
                                if (change.entries().getLast().seq() > STEP_MAX) crash();
                            }
                        }
                    };
            assertThatThrownBy(() -> move(from, new FaultyStore(there, crash)))
                    .isInstanceOf(Crash.class);
            assertThat(there.run(new RunId(LONG)).orElseThrow().version())
                    .isBetween(STEP_MAX, LONG_ENTRIES - 1L);
            assertThatThrownBy(() -> Engine.open(there))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("is not finished");
        }
        try (Store there = PgServer.embedded().open(schema)) {
            assertThatThrownBy(() -> Engine.open(there, EngineOptions::unattended))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("is not finished");
        }
        try (Store there = PgServer.embedded().open(schema)) {
            StoreMove.Result result = move(from, there);
            assertThat(result.resumed()).isTrue();
            assertThat(result.isSame()).isTrue();
            assertThat(there.verify()).isEmpty();
        }
        from.close();
    }

    @Test
    void refusesAStoreWithContentsAndAnotherMovesStore() {
        MemoryStore there = new MemoryStore();
        there.commit(Commit.of(new NamedDocument(NamedDocument.Kind.QUEUE, "q", Payload.of("{}"))));
        assertThatThrownBy(() -> move(from, there))
                .isInstanceOf(StoreMove.Refusal.class)
                .hasMessageContaining("has contents");

        MemoryStore half = new MemoryStore();
        StoreFaults crash = StoreFaults.afterCommit(3, StoreMoveTest::crash);
        assertThatThrownBy(() -> move(from, new FaultyStore(half, crash)))
                .isInstanceOf(Crash.class);
        assertThatThrownBy(() -> StoreMove.move(from, half, "elsewhere", (_, _) -> {}))
                .isInstanceOf(StoreMove.Refusal.class)
                .hasMessageContaining("the move from here into this store is not finished");
        assertThatThrownBy(() -> move(half, new MemoryStore()))
                .isInstanceOf(StoreMove.Refusal.class)
                .hasMessageContaining("only some of its runs");
        from.close();
    }

    @Test
    void namesTheRunThatDiffersIfTheFirstStoreChangedMeanwhile() {
        MemoryStore there = new MemoryStore();
        FaultyStore crashing =
                new FaultyStore(there, StoreFaults.afterCommit(4, StoreMoveTest::crash));
        assertThatThrownBy(() -> move(from, crashing)).isInstanceOf(Crash.class);
        Run changed = from.run(new RunId(1)).orElseThrow();
        from.commit(SampleRuns.commit(SampleRuns.next(changed)));

        StoreMove.Result result = move(from, there);

        assertThat(result.isSame()).isFalse();
        assertThat(result.differing()).contains(new RunId(1));
        assertThatThrownBy(() -> Engine.open(there)).isInstanceOf(Refused.class);
        from.close();
    }

    private void resumes(StoreFaults faults, Store to, boolean resumes) {
        assertThatThrownBy(() -> move(from, new FaultyStore(to, faults))).isInstanceOf(Crash.class);
        StoreMove.Result result = move(from, to);
        assertThat(result.isSame()).isTrue();
        assertThat(result.resumed()).isEqualTo(resumes);
        assertThat(to.documents(NamedDocument.Kind.MOVE)).isEmpty();
        assertThat(to.verify()).isEmpty();
    }

    private static StoreMove.Result move(Store from, Store to) {
        return StoreMove.move(from, to, "here", (_, _) -> {});
    }

    private static long entries() {
        long entries = 0;
        for (long id = 1; id <= RUNS; id++) entries += length(id);
        return entries;
    }

    private static long length(long id) {
        return id == LONG ? LONG_ENTRIES : 1 + id % 4;
    }

    private static void fill(Store store) {
        for (long id = 1; id <= RUNS; id++) {
            Run run = SampleRuns.started(id, id % 2 == 0 ? null : "key " + id);
            Data data =
                    new Data(
                            null,
                            Payload.of("context"),
                            Map.of("b", Payload.of("2"), "a", Payload.of("1"), "c", Payload.of("")),
                            List.of(),
                            null,
                            Family.NONE);
            run = run.with(data).withVersion(length(id));
            List<HistoryEntry> entries = new ArrayList<>();
            for (long seq = 1; seq <= length(id); seq++) {
                entries.addAll(SampleRuns.change(run.withVersion(seq)).entries());
            }
            store.commit(Commit.of(new Commit.Change(run, entries)));
        }
        List<Message> message = new ArrayList<>();
        for (long id = 1; id <= 3; id++) {
            Payload body = Payload.of("{}");
            RunId to = new RunId(id);
            message.add(
                    new Message(1_000 + id, to, Message.Kind.EVENT, "Go", body, SampleRuns.START));
        }
        List<NamedDocument> documents =
                List.of(
                        new NamedDocument(
                                NamedDocument.Kind.QUEUE, "gpu", Payload.of("{\"concurrency\":4}")),
                        new NamedDocument(
                                NamedDocument.Kind.POOL, "s3", Payload.of("{\"capacity\":4}")));
        store.commit(Commit.NONE.sending(message).with(documents));
    }

    private static void crash() {
        throw new Crash();
    }

    private static final class Crash extends Error {
        private static final long serialVersionUID = 1;
    }
}

package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Offline;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Data;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.FaultyStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Everything goes from one store into another, also when the mover dies on the way.
@ResourceLock(PgServer.EMBEDDED)
class MovingTest {
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
    void goesToPostgresAndBack() {
        PgServer server = PgServer.embedded();
        String schema = PgServer.freshSchema();
        Contents written;
        try (Store there = server.open(schema)) {
            Moving.Result result = move(from, there);
            assertThat(result.isSame()).isTrue();
            assertThat(result.differing()).isEmpty();
            assertThat(result.to().runs()).isEqualTo(RUNS);
            assertThat(result.to().entries()).isEqualTo(entries());
            assertThat(result.to().mail()).isEqualTo(3);
            assertThat(result.to().items()).isEqualTo(2);
            assertThat(there.verify()).isEmpty();
            written = result.to();
        }
        try (Store there = server.open(schema);
                Store back = SqliteStore.open(directory.resolve("back"))) {
            Moving.Result result = move(there, back);
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
        // Reading a history lets the store write what has gathered, so the next entry is apart.
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
    void goesOnWhereverItDied() {
        FaultyStore whole = new FaultyStore(new MemoryStore(), Faults.NONE);
        assertThat(move(from, whole).isSame()).isTrue();
        for (long n = 1; n <= whole.commits(); n++) {
            goesOn(Faults.beforeCommit(n, MovingTest::die), new MemoryStore(), n > 1);
            boolean ended = n == whole.commits();
            if (!ended) goesOn(Faults.afterCommit(n, MovingTest::die), new MemoryStore(), true);
        }
        from.close();
    }

    @Test
    void goesOnInPostgresInTheMiddleOfALongHistory() {
        String schema = PgServer.freshSchema();
        try (Store there = PgServer.embedded().open(schema)) {
            Faults death =
                    new Faults() {
                        @Override
                        public void after(long n, Commit commit) {
                            for (Commit.Change change : commit.changes()) {
                                if (change.entries().getLast().seq() > STEP_MAX) die();
                            }
                        }
                    };
            assertThatThrownBy(() -> move(from, new FaultyStore(there, death)))
                    .isInstanceOf(Death.class);
            assertThat(there.run(new RunId(LONG)).orElseThrow().version())
                    .isBetween(STEP_MAX, LONG_ENTRIES - 1L);
            assertThatThrownBy(() -> Offline.on(there))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("is not finished");
            assertThatThrownBy(() -> Engine.open(there))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("is not finished");
        }
        try (Store there = PgServer.embedded().open(schema)) {
            Moving.Result result = move(from, there);
            assertThat(result.resumed()).isTrue();
            assertThat(result.isSame()).isTrue();
            assertThat(there.verify()).isEmpty();
        }
        from.close();
    }

    @Test
    void refusesAStoreWithContentsAndAnotherMovesStore() {
        MemoryStore there = new MemoryStore();
        there.commit(Commit.of(new Item(Item.Kind.QUEUE, "q", Payload.of("{}"))));
        assertThatThrownBy(() -> move(from, there))
                .isInstanceOf(Moving.Refusal.class)
                .hasMessageContaining("has contents");

        MemoryStore half = new MemoryStore();
        Faults death = Faults.afterCommit(3, MovingTest::die);
        assertThatThrownBy(() -> move(from, new FaultyStore(half, death)))
                .isInstanceOf(Death.class);
        assertThatThrownBy(() -> Moving.move(from, half, "elsewhere", (_, _) -> {}))
                .isInstanceOf(Moving.Refusal.class)
                .hasMessageContaining("the move from here into this store is not finished");
        assertThatThrownBy(() -> move(half, new MemoryStore()))
                .isInstanceOf(Moving.Refusal.class)
                .hasMessageContaining("only a part of the runs");
        from.close();
    }

    @Test
    void tellsWhichRunDiffersIfTheFirstStoreWasChangedMeanwhile() {
        MemoryStore there = new MemoryStore();
        FaultyStore dying = new FaultyStore(there, Faults.afterCommit(4, MovingTest::die));
        assertThatThrownBy(() -> move(from, dying)).isInstanceOf(Death.class);
        Run changed = from.run(new RunId(1)).orElseThrow();
        from.commit(SampleRuns.commit(SampleRuns.next(changed)));

        Moving.Result result = move(from, there);

        assertThat(result.isSame()).isFalse();
        assertThat(result.differing()).contains(new RunId(1));
        assertThatThrownBy(() -> Engine.open(there)).isInstanceOf(Refused.class);
        from.close();
    }

    private void goesOn(Faults faults, Store to, boolean resumes) {
        assertThatThrownBy(() -> move(from, new FaultyStore(to, faults))).isInstanceOf(Death.class);
        Moving.Result result = move(from, to);
        assertThat(result.isSame()).isTrue();
        assertThat(result.resumed()).isEqualTo(resumes);
        assertThat(to.items(Item.Kind.MOVE)).isEmpty();
        assertThat(to.verify()).isEmpty();
    }

    private static Moving.Result move(Store from, Store to) {
        return Moving.move(from, to, "here", (_, _) -> {});
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
        List<Mail> mail = new ArrayList<>();
        for (long id = 1; id <= 3; id++) {
            Payload body = Payload.of("{}");
            RunId to = new RunId(id);
            mail.add(new Mail(1_000 + id, to, Mail.Kind.EVENT, "Go", body, SampleRuns.START));
        }
        List<Item> items =
                List.of(
                        new Item(Item.Kind.QUEUE, "gpu", Payload.of("{\"concurrency\":4}")),
                        new Item(Item.Kind.POOL, "s3", Payload.of("{\"capacity\":4}")));
        store.commit(new Commit(List.of(), mail, List.of(), items, List.of()));
    }

    private static void die() {
        throw new Death();
    }

    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }
}

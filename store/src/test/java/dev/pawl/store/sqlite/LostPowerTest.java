package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.Copies;
import dev.pawl.store.SampleRuns;
import dev.pawl.store.SqliteStore;
import dev.pawl.store.sql.SqlSession;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After a power failure SQLite's log may end anywhere after its last sync, and the last write to
/// the journal may be there completely, partly or not at all. Every commit that returned is there.
final class LostPowerTest {
    private static final int RUNS = 60;
    private static final int CUTS = 25;
    private static final Payload LARGE = Payload.of("x".repeat(32_768));

    @TempDir private Path directory;

    /// The tables are written without a sync, so everything after the log's last sync may be lost;
    /// the journal has it.
    @Test
    void findsEveryCommitThatReturnedThoughTheTablesWereNotSynced() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Map<RunId, Run> expected = new HashMap<>();
        long synced;
        Path copy;
        Path home = directory.resolve("home");
        try (SqliteStore store = SqliteStore.open(home)) {
            store.commit(SampleRuns.commit(SampleRuns.started(RUNS + 1)));
            // The first commit of a process is preceded by a transaction with a sync, the only one.
            synced = Files.size(Copies.log(home));
            for (int i = 1; i <= RUNS; i++) fill(store, SampleRuns.started(i), random, expected);
            copy = Copies.copy(store, directory.resolve("copy"));
        }
        long size = Files.size(Copies.log(copy));
        assertThat(size).isGreaterThan(synced);
        for (int cut = 0; cut < CUTS; cut++) {
            long length = random.nextLong(synced, size + 1);
            Path lost = Copies.copy(copy, directory.resolve("cut-" + cut));
            truncate(Copies.log(lost), length);
            check(lost, expected, "seed " + seed + ", cut at " + length);
        }
    }

    /// A write that did not return may be there in part: it counts as not written, and everything
    /// before it is complete.
    @Test
    void forgetsAnIncompleteWrite() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Map<RunId, Run> expected = new HashMap<>();
        Path before;
        Path after;
        try (SqliteStore store = SqliteStore.open(directory.resolve("home"))) {
            for (int i = 1; i <= RUNS; i++) fill(store, SampleRuns.started(i), random, expected);
            before = Copies.copy(store, directory.resolve("before"));
            store.commit(SampleRuns.commit(SampleRuns.started(RUNS + 1)));
            after = Copies.copy(store, directory.resolve("after"));
        }
        Path name = Segments.paths(StoreHome.file(after)).getFirst().getFileName();
        byte[] old = Files.readAllBytes(before.resolve(name));
        byte[] whole = Files.readAllBytes(after.resolve(name));
        int first = java.util.Arrays.mismatch(old, whole);
        int last = whole.length;
        while (whole[last - 1] == old[last - 1]) last--;
        for (int cut = 0; cut < CUTS; cut++) {
            Path lost = Copies.copy(before, directory.resolve("torn-" + cut));
            byte[] torn = old.clone();
            // Blocks reach the disk in any order: some of the write is there, some is not.
            for (int at = first; at < last; at++) {
                if (random.nextBoolean()) torn[at] = whole[at];
            }
            if (java.util.Arrays.equals(torn, whole)) continue;
            Files.write(lost.resolve(name), torn);
            check(lost, expected, "seed " + seed + ", torn " + cut);
            try (Store store = SqliteStore.open(lost)) {
                assertThat(store.run(new RunId(RUNS + 1))).isEmpty();
                store.commit(SampleRuns.commit(SampleRuns.started(RUNS + 1)));
            }
        }
    }

    /// Damage in the middle of the journal is not caused by a power failure: it is reported, not
    /// skipped.
    @Test
    void refusesAJournalThatIsDamagedInTheMiddle() throws Exception {
        Path copy = filled();
        Path journal = Segments.paths(StoreHome.file(copy)).getFirst();
        try (var file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.seek(4_096 + 40);
            file.writeLong(~0L);
        }
        assertThatThrownBy(() -> SqliteStore.open(copy))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("pawl.journal-a is damaged at byte 4096");
    }

    /// The newest commits may be only in the journal: without it the store is incomplete.
    @Test
    void refusesAStoreWithoutItsJournal() throws Exception {
        Path copy = filled();
        for (Path path : Segments.paths(StoreHome.file(copy))) Files.delete(path);
        assertThatThrownBy(() -> SqliteStore.open(copy))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("pawl.journal-a")
                .hasMessageContaining("restore them");
        assertThatThrownBy(
                        () -> {
                            try (Store reader = SqliteStore.openReadOnly(copy)) {
                                reader.lastId();
                            }
                        })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("restore them");
        try (SqlSession session = SqliteConnections.writing(StoreHome.file(copy))) {
            session.execute("update progress set journaled = 0");
        }
        try (Store store = SqliteStore.open(copy)) {
            assertThat(store.verify()).isEmpty();
        }
    }

    /// The newest commits may be in either file.
    @Test
    void refusesAStoreWithHalfOfItsJournal() throws Exception {
        Path copy = filled();
        Files.delete(Segments.paths(StoreHome.file(copy)).getLast());
        assertThatThrownBy(() -> SqliteStore.open(copy))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("restore them");
    }

    /// The process may crash after it created its journal and before it wrote to it.
    @Test
    void opensAStoreWhoseJournalWasNeverWrittenTo() throws Exception {
        Path home = directory.resolve("home");
        try (Store store = SqliteStore.open(home)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
        }
        for (Path path : Segments.paths(StoreHome.file(home))) Segment.open(path).close();
        try (SqlSession session = SqliteConnections.writing(StoreHome.file(home))) {
            session.execute("update progress set journaled = 1");
        }
        try (Store reader = SqliteStore.openReadOnly(home)) {
            assertThat(reader.lastId()).isEqualTo(1);
        }
        try (Store store = SqliteStore.open(home)) {
            store.commit(SampleRuns.commit(SampleRuns.started(2)));
            assertThat(store.verify()).isEmpty();
        }
    }

    /// An older file beside a newer journal has a gap between them.
    @Test
    void refusesAFileThatIsOlderThanItsJournal() throws Exception {
        Path home = directory.resolve("home");
        Path backup;
        try (SqliteStore store = SqliteStore.open(home)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            backup = Copies.copy(store, directory.resolve("backup"));
        }
        Path copy;
        try (SqliteStore store = SqliteStore.open(home)) {
            for (int i = 2; i < 9; i++) store.commit(SampleRuns.commit(SampleRuns.started(i)));
            assertThat(store.verify()).isEmpty();
        }
        try (SqliteStore store = SqliteStore.open(home)) {
            store.commit(SampleRuns.commit(SampleRuns.started(10)));
            copy = Copies.copy(store, directory.resolve("copy"));
        }
        Files.delete(Copies.log(copy));
        Files.copy(
                StoreHome.file(backup),
                StoreHome.file(copy),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.copy(Copies.log(backup), Copies.log(copy));
        assertThatThrownBy(() -> SqliteStore.open(copy))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("older than its journal");
    }

    /// The files of the journal are reused, and the store is complete at every moment.
    @Test
    void isCompleteWhileTheJournalsFilesAreReused() throws Exception {
        Map<RunId, Run> expected = new HashMap<>();
        Path home = directory.resolve("home");
        try (SqliteStore store = SqliteStore.open(home)) {
            long id = 0;
            for (int round = 0; round < 14; round++) {
                List<Commit.Change> changes = new ArrayList<>();
                while (changes.size() < 100) {
                    Run small = SampleRuns.started(++id);
                    Run run = small.with(small.data().withResponse(LARGE));
                    changes.add(SampleRuns.change(run));
                    expected.put(run.id(), run);
                }
                store.commit(Commit.of(changes.toArray(Commit.Change[]::new)));
                Path copy = Copies.copy(store, directory.resolve("copy-" + round));
                check(copy, expected, "round " + round);
            }
        }
        for (Path path : Segments.paths(StoreHome.file(home))) assertThat(path).doesNotExist();
    }

    private Path filled() {
        try (SqliteStore store = SqliteStore.open(directory.resolve("home"))) {
            for (int i = 1; i < 9; i++) store.commit(SampleRuns.commit(SampleRuns.started(i)));
            return Copies.copy(store, directory.resolve("copy"));
        }
    }

    private static void fill(
            SqliteStore store, Run first, SplittableRandom random, Map<RunId, Run> expected) {
        Run run = first;
        while (true) {
            store.commit(SampleRuns.commit(run));
            expected.put(run.id(), run);
            // A read brings the tables up to date, so that truncation meets projections too.
            if (random.nextInt(9) == 0) assertThat(store.history(run.id(), 0, 9)).isNotEmpty();
            if (run.status().isEnd()) return;
            run = SampleRuns.next(run);
        }
    }

    private static void truncate(Path file, long length) throws IOException {
        try (var open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }

    private static void check(Path home, Map<RunId, Run> expected, String where) {
        try (Store store = SqliteStore.open(home)) {
            assertThat(store.verify()).as(where).isEmpty();
            expected.forEach((id, run) ->
                    assertThat(store.run(id).orElseThrow().version())
                            .as(where + ", run " + id)
                            .isEqualTo(run.version()));
        }
    }
}

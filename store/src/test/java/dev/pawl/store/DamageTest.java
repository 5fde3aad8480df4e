package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sqlite.SqliteConnections;
import dev.pawl.store.sqlite.StoreHome;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a store handles a damaged file, a full disk and files of other versions.
final class DamageTest {
    private static final int PAGE = 8_192;
    private static final int MANY = 5_000;

    @TempDir private Path directory;

    /// Commits continue in the journal while the tables cannot grow, until the journal is full too;
    /// nothing that returned is lost, and commits resume by themselves when there is space.
    @Test
    void resumesWhenThereIsSpaceAgain() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            assertThat(store.count(Filter.ALL)).isEqualTo(1);
            store.execute("pragma max_page_count=1");
            List<StoreException> refused = new ArrayList<>();
            long last = 1;
            while (refused.isEmpty() && last < 500_000) {
                try {
                    store.commit(many(last));
                    last += MANY;
                } catch (StoreException e) {
                    refused.add(e);
                }
            }
            assertThat(refused)
                    .singleElement()
                    .extracting(StoreException::kind)
                    .isEqualTo(Kind.FULL);
            assertThat(refused.getFirst()).hasMessageContaining("Make space");
            assertThat(last).isGreaterThan(MANY);
            assertThat(store.run(new RunId(last + 1))).isEmpty();
            assertThat(store.lastId()).isEqualTo(last);
            assertThat(store.count(Filter.ALL)).isEqualTo(last);
            store.execute("pragma max_page_count=1000000");
            store.commit(SampleRuns.commit(SampleRuns.started(last + 1)));
            assertThat(store.count(Filter.ALL)).isEqualTo(last + 1);
            assertThat(store.verify()).isEmpty();
        }
    }

    private static Commit many(long beyond) {
        Commit.Change[] changes = new Commit.Change[MANY];
        for (int i = 0; i < MANY; i++) {
            changes[i] = SampleRuns.change(SampleRuns.started(beyond + i + 1));
        }
        return Commit.of(changes);
    }

    @Test
    void resumesWhenTheFileCanBeWrittenAgain() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.execute("pragma query_only=on");
            StoreException refused =
                    catchThrowableOfType(
                            StoreException.class,
                            () -> store.commit(SampleRuns.commit(SampleRuns.started(1))));
            assertThat(refused.kind()).isEqualTo(Kind.READ_ONLY);
            assertThat(store.run(new RunId(1))).isEmpty();
            store.execute("pragma query_only=off");
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            // Another process sees it at once, in the journal.
            try (Store reader = SqliteStore.openReadOnly(directory)) {
                assertThat(reader.run(new RunId(1))).isPresent();
            }
            assertThat(store.count(Filter.ALL)).isEqualTo(1);
        }
    }

    @Test
    void reusesTheSpaceOfDeletedRuns() throws Exception {
        Retention none = new Retention("pull-image", null, 0L);
        List<Long> sizes = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(directory)) {
            for (int round = 0; round < 6; round++) {
                fill(store, round * 300L, 300);
                assertThat(store.prune(none, 1_000)).isEqualTo(300);
                store.execute("pragma wal_checkpoint(truncate)");
                sizes.add(Files.size(StoreHome.file(directory)));
            }
            assertThat(store.verify()).isEmpty();
        }
        assertThat(sizes.getLast()).isLessThanOrEqualTo(sizes.get(1) * 5 / 4);
    }

    @Test
    void refusesAFileThatIsNoDatabase() throws Exception {
        Files.writeString(
                StoreHome.file(directory), "this is a letter, and no database at all".repeat(99));
        assertThat(refusal().kind()).isEqualTo(Kind.CORRUPT);
        assertThat(refusal()).hasMessageContaining("not a database");
    }

    @Test
    void refusesADatabaseOfAnotherProgram() throws Exception {
        try (SqlSession session = SqliteConnections.writing(StoreHome.file(directory))) {
            session.execute("create table customers (id integer)");
        }
        assertThat(refusal()).hasMessageContaining("not a store of Pawl");
    }

    @Test
    void refusesAStoreOfANewerVersion() throws Exception {
        fill(1);
        try (SqlSession session = SqliteConnections.writing(StoreHome.file(directory))) {
            session.execute("insert into migration values (999, '999_future.sql', 'x', 'now')");
        }
        assertThat(refusal()).hasMessageContaining("newer version of Pawl");
        assertThat(refusal()).hasMessageContaining("999_future.sql");
    }

    @Test
    void refusesAStoreWithAChangedMigration() throws Exception {
        fill(1);
        try (SqlSession session = SqliteConnections.writing(StoreHome.file(directory))) {
            session.execute("update migration set checksum = 'x' where number = 1");
        }
        assertThat(refusal()).hasMessageContaining("a different checksum");
    }

    @Test
    void reportsThatATruncatedFileIsDamaged() throws Exception {
        fill(200);
        try (var file = new RandomAccessFile(StoreHome.file(directory).toFile(), "rw")) {
            file.setLength(PAGE * 3L);
        }
        assertThat(damage()).isNotEmpty();
    }

    @Test
    void reportsThatAPageIsDamaged() throws Exception {
        fill(200);
        try (var file = new RandomAccessFile(StoreHome.file(directory).toFile(), "rw")) {
            byte[] rubbish = new byte[PAGE];
            for (long page = 20; page * PAGE < file.length(); page += 3) {
                file.seek(page * PAGE);
                file.write(rubbish);
            }
        }
        assertThat(damage()).isNotEmpty();
    }

    @Test
    void reportsAChangedHistoryAndAnInconsistentRow() {
        fill(3);
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.execute(
                    "update history_chunk set entries = replace(entries, 'step-1', 'step-9')"
                            + " where run = 2");
            store.execute("update run set status = 12 where id = 3");
            store.execute("delete from run where id = 1");
            assertThat(store.verify())
                    .anyMatch(
                            line -> line.contains("0000000000002") && line.contains("was changed"))
                    .anyMatch(line -> line.contains("0000000000003") && line.contains("status"))
                    .anyMatch(line ->
                            line.contains("0000000000001") && line.contains("without a run"));
        }
    }

    @Test
    void reportsAChangeInTheRestOfATrimmedHistory() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            Run run = SampleRuns.started(1);
            for (int step = 1; step <= SampleRuns.STEPS; step++) {
                store.commit(Commit.of(SampleRuns.change(run)));
                assertThat(store.history(run.id(), 0, 99)).hasSize(step);
                run = SampleRuns.next(run);
            }
            assertThat(store.trim(run.id(), 3)).isEqualTo(2);
            assertThat(store.verify()).isEmpty();
            store.execute(
                    "update history_chunk set entries = replace(entries, 'step', 'stop')"
                            + " where first = 4");
            assertThat(store.verify())
                    .singleElement()
                    .asString()
                    .contains("its history was changed after entry 3");
            store.execute("update history_chunk set entries = replace(entries, 'stop', 'step')");
            store.execute("delete from history_chunk where first = 3");
            assertThat(store.verify()).isNotEmpty();
        }
    }

    private void fill(int runs) {
        try (SqliteStore store = SqliteStore.open(directory)) {
            fill(store, 0, runs);
        }
    }

    /// Completes runs, all of them one step in each commit.
    private static void fill(SqliteStore store, long beyond, int count) {
        List<Run> runs = new ArrayList<>();
        for (int i = 1; i <= count; i++) runs.add(SampleRuns.started(beyond + i));
        for (int step = 1; step <= SampleRuns.STEPS; step++) {
            store.commit(
                    Commit.of(runs.stream().map(SampleRuns::change).toArray(Commit.Change[]::new)));
            runs.replaceAll(SampleRuns::next);
        }
    }

    private StoreException refusal() {
        return catchThrowableOfType(
                StoreException.class, () -> SqliteStore.open(directory).close());
    }

    /// Returns what opening, reading or verifying reports about the damage.
    private String damage() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            return String.join("\n", store.verify());
        } catch (StoreException e) {
            assertThat(e.kind()).isIn(Kind.CORRUPT, Kind.IO);
            return e.getMessage();
        }
    }
}

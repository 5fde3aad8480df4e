package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Retention;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Origin;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that end faster than the engine prunes them; nothing here calls `prune`.
final class EndedRunBoundTest {
    private static final long KEEP = 2_500;

    /// Half as many again.
    private static final long STORED_MAX = 3_750;

    private static final Retention RETENTION = new Retention(SampleRuns.MACHINE.name(), null, KEEP);

    @TempDir private Path directory;

    private long lastId;

    @Test
    void noMoreThanHalfAsManyRunsAgainAreStoredHoweverManyEnd() {
        try (SqliteStore store = open()) {
            for (int round = 0; round < 20; round++) {
                commitEnded(store, 1_000);
                assertThat(store.count(Filter.ALL)).isLessThanOrEqualTo(STORED_MAX);
                assertNewestAreThere(store);
            }
            commitEnded(store, 20_000);
            assertThat(store.count(Filter.ALL)).isEqualTo(KEEP);
            assertNewestAreThere(store);
            assertThat(store.verify()).isEmpty();
        }
        try (SqliteStore store = SqliteStore.open(directory)) {
            assertThat(store.count(Filter.ALL)).isEqualTo(KEEP);
            assertThat(store.lastId()).isEqualTo(lastId);
        }
    }

    @Test
    void theFileStopsGrowing() throws IOException {
        try (SqliteStore store = open()) {
            for (int round = 0; round < 10; round++) project(store);
            long before = Files.size(directory.resolve("pawl.db"));
            for (int round = 0; round < 40; round++) project(store);
            assertThat(Files.size(directory.resolve("pawl.db")))
                    .isLessThanOrEqualTo(before + before / 5);
        }
    }

    @Test
    void aStoreWithFarTooManyRunsShrinksStepByStep() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            commitEnded(store, 30_000);
            assertThat(store.count(Filter.ALL)).isEqualTo(30_000);
            store.retain(List.of(RETENTION));
            long before = 30_000;
            while (before > STORED_MAX) {
                commitEnded(store, 10);
                long after = store.count(Filter.ALL);
                assertThat(after).isLessThan(before);
                before = after;
            }
            assertNewestAreThere(store);
        }
    }

    @Test
    void readersOfTheLogMissNothing() {
        try (SqliteStore store = open()) {
            List<RunId> read = new ArrayList<>();
            long position = store.log(0, 1).size();
            for (int round = 0; round < 5; round++) {
                commitEnded(store, 5_000);
                for (LoggedEntry entry : store.log(position, 100_000)) {
                    position = entry.position();
                    if (entry.entry().status().isEnd()) read.add(entry.run());
                }
            }
            assertThat(read)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, lastId).mapToObj(RunId::new).toList());
        }
    }

    @Test
    void runsThatOthersLookForAreWrittenFirst() {
        try (SqliteStore store = open()) {
            commitEnded(store, 3_000);
            assertThat(store.count(Filter.ALL)).isEqualTo(3_000);
            List<Commit.Change> changes = new ArrayList<>();
            changes.add(ended(origin -> with(origin, links(1), null)));
            changes.add(ended(origin -> with(origin, Links.NONE, "order 17")));
            for (int i = 0; i < 5_000; i++) changes.add(ended(origin -> origin));
            store.commit(commit(changes));
            assertThat(store.count(Filter.ALL.parent(new RunId(1)))).isEqualTo(1);
            assertThat(store.startedWith(SampleRuns.MACHINE.name(), "order 17")).isPresent();
        }
    }

    @Test
    void theNewestStayInWhateverOrderTheyEnd() {
        try (SqliteStore store = open()) {
            List<Commit.Change> changes = new ArrayList<>();
            for (int i = 0; i < 8_000; i++) changes.add(ended(origin -> origin));
            store.commit(commit(changes.reversed()));
            assertThat(store.count(Filter.ALL)).isEqualTo(KEEP);
            assertNewestAreThere(store);
        }
    }

    @Test
    void theChildrenOfALiveRunStayHoweverManyEnd() {
        try (SqliteStore store = open()) {
            store.commit(SampleRuns.commit(SampleRuns.started(++lastId)));
            Links child = links(lastId);
            List<Commit.Change> children = new ArrayList<>();
            for (int i = 0; i < 3_500; i++) {
                children.add(ended(origin -> with(origin, child, null)));
            }
            store.commit(commit(children));
            for (int round = 0; round < 10; round++) {
                commitEnded(store, 3_000);
                assertThat(store.count(Filter.ALL.parent(child.parent()))).isEqualTo(3_500);
                assertThat(store.count(Filter.ALL)).isLessThanOrEqualTo(1 + 3_500 + STORED_MAX);
                assertNewestAreThere(store);
            }
        }
    }

    /// It ends before the run that follows it could register.
    @Test
    void aRunThatALiveOneWaitsForIsWrittenAndStays() {
        try (SqliteStore store = open()) {
            commitEnded(store, 3_000);
            assertThat(store.count(Filter.ALL)).isEqualTo(3_000);
            List<Commit.Change> changes = new ArrayList<>();
            changes.add(ended(origin -> origin));
            RunId awaited = new RunId(lastId);
            Predecessor after = new Predecessor(awaited, Predecessor.On.ANY_END);
            Run follower = SampleRuns.started(++lastId);
            Links links = new Links(null, after, null, null);
            changes.add(SampleRuns.change(started(follower, o -> with(o, links, null))));
            for (int i = 0; i < 5_000; i++) changes.add(ended(origin -> origin));
            store.commit(commit(changes));
            for (int round = 0; round < 3; round++) {
                assertThat(store.count(Filter.ALL)).isPositive();
                assertThat(store.run(awaited)).isPresent();
                commitEnded(store, 5_000);
            }
        }
    }

    /// A parent that runs for months must not fill the disk with its children.
    @Test
    void theNumberOfChildrenThatStayIsBounded() {
        try (SqliteStore store = open()) {
            store.commit(SampleRuns.commit(SampleRuns.started(++lastId)));
            Links child = links(lastId);
            int batch = 10_500;
            for (int round = 0; round < 13; round++) {
                List<Commit.Change> children = new ArrayList<>();
                for (int i = 0; i < batch; i++) {
                    children.add(ended(origin -> with(origin, child, null)));
                }
                store.commit(commit(children));
                assertThat(store.count(Filter.ALL)).isPositive();
            }
            assertThat(store.prune(RETENTION, 13 * batch)).isNotNegative();
            assertThat(store.count(Filter.ALL.parent(child.parent())))
                    .isEqualTo(Retention.SPARED_MAX + KEEP);
            assertNewestAreThere(store);
        }
    }

    @Test
    void liveRunsAndOtherMachinesStay() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.retain(List.of(new Retention("another", null, 1L), RETENTION));
            for (int i = 0; i < 10; i++)
                store.commit(SampleRuns.commit(SampleRuns.started(++lastId)));
            commitEnded(store, 10_000);
            assertThat(store.count(Filter.ALL.live())).isEqualTo(10);
            List<Commit.Change> mixed = new ArrayList<>();
            for (int i = 0; i < 10; i++) mixed.add(SampleRuns.change(SampleRuns.started(++lastId)));
            for (int i = 0; i < 10_000; i++) mixed.add(ended(origin -> origin));
            store.commit(commit(mixed));
            assertThat(store.count(Filter.ALL.live())).isEqualTo(20);
            store.retain(List.of(new Retention("another", null, 1L)));
            commitEnded(store, 10_000);
            assertThat(store.count(Filter.ALL)).isEqualTo(20 + KEEP + 10_000);
        }
    }

    private SqliteStore open() {
        SqliteStore store = SqliteStore.open(directory);
        store.retain(List.of(RETENTION));
        return store;
    }

    private void project(SqliteStore store) {
        commitEnded(store, 1_000);
        assertThat(store.count(Filter.ALL)).isPositive();
        store.execute("pragma wal_checkpoint(truncate)");
    }

    private void assertNewestAreThere(SqliteStore store) {
        for (long id = Math.max(1, lastId - KEEP + 1); id <= lastId; id++) {
            assertThat(store.run(new RunId(id))).as("run %d of %d", id, lastId).isPresent();
        }
    }

    private void commitEnded(SqliteStore store, int count) {
        List<Commit.Change> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) changes.add(ended(origin -> origin));
        store.commit(commit(changes));
    }

    private static Commit commit(List<Commit.Change> changes) {
        return Commit.of(changes.toArray(Commit.Change[]::new));
    }

    /// Returns the change of a run that starts and ends, later than those before it.
    private Commit.Change ended(UnaryOperator<Origin> origin) {
        Run first = SampleRuns.started(++lastId);
        Run run = started(first, origin);
        List<HistoryEntry> entries = new ArrayList<>(SampleRuns.change(run).entries());
        while (!run.status().isEnd()) {
            run = SampleRuns.next(run);
            if (run.status().isEnd()) run = run.with(run.timing().changed(end(), true, true));
            entries.addAll(SampleRuns.change(run).entries());
        }
        return new Commit.Change(run, entries);
    }

    private static Run started(Run first, UnaryOperator<Origin> origin) {
        return new Run(
                first.id(),
                origin.apply(first.origin()),
                first.condition(),
                first.progress(),
                first.data(),
                first.timing(),
                1);
    }

    private Instant end() {
        return SampleRuns.START.plus(Duration.ofMillis(lastId));
    }

    private static Links links(long parent) {
        return new Links(new RunId(parent), null, null, null);
    }

    private static Origin with(Origin origin, Links links, String idempotency) {
        return new Origin(
                origin.machine(),
                origin.key(),
                origin.request(),
                links,
                origin.queuePlace(),
                idempotency,
                origin.labels());
    }
}

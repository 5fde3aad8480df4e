package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An error in the middle of the work of the store's threads: every caller returns, and every
/// acknowledged commit is there.
// On a separate thread: a caller without an outcome cannot be interrupted.
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
final class ThreadFailureTest {
    private static final int CALLERS = 64;
    private static final String PROJECTOR = "pawl-store-tables";

    @TempDir private Path directory;

    private final Map<RunId, Long> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LISTENING")
    void anErrorReachesEveryCallerOrNone(Place place) throws Exception {
        AtomicBoolean armed = new AtomicBoolean();
        CountDownLatch thrown = new CountDownLatch(1);
        SqliteStore store =
                SqliteStore.open(
                        directory,
                        reached -> {
                            if (reached != place || !armed.compareAndSet(true, false)) return;
                            thrown.countDown();
                            throw new OutOfMemoryError("injected at " + place);
                        });
        armed.set(true);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Throwable>> all =
                    IntStream.range(0, CALLERS)
                            .mapToObj(_ -> threads.submit(() -> commitPast(store, thrown)))
                            .toList();
            for (Future<Throwable> each : all) assertIsOfTheStore(each.get(), place);
        }
        assertIsOfTheStore(catchThrowable(() -> commitOne(store)), place);
        Throwable closing = catchThrowable(store::close);
        if (closing != null) assertIsOfTheStore(closing, place);
        try (SqliteStore again = SqliteStore.open(directory)) {
            assertThat(again.verify()).isEmpty();
            acknowledged.forEach((id, version) ->
                    assertThat(again.run(id).orElseThrow().version())
                            .isGreaterThanOrEqualTo(version));
            assertThatCode(() -> commitOne(again)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ENCODING", "GROUP_GATHERED", "BEFORE_APPEND"})
    void anErrorBeforeAnythingIsWrittenLeavesTheStoreOpen(Place place) {
        AtomicInteger faults = new AtomicInteger();
        try (SqliteStore store = failing(place, faults)) {
            commitOne(store);
            faults.set(2);
            for (int i = 0; i < 2; i++) assertIsPassing(() -> commitOne(store), place);
            commitOne(store);
            assertThat(store.count(Filter.ALL)).isEqualTo(2);
        }
        assertHasAll();
    }

    @Test
    void theFirstCommitMayFailBeforeAnythingIsWritten() {
        AtomicInteger faults = new AtomicInteger(1);
        try (SqliteStore store = failing(Place.PROJECTION_WRITTEN, faults)) {
            assertIsPassing(() -> commitOne(store), Place.PROJECTION_WRITTEN);
            commitOne(store);
        }
        assertHasAll();
    }

    @Test
    void anErrorInATransactionOfAStepLeavesTheStoreOpen() {
        AtomicInteger faults = new AtomicInteger();
        try (SqliteStore store = failing(Place.PROJECTION_WRITTEN, faults)) {
            faults.set(1);
            assertIsPassing(() -> commitWithSql(store), Place.PROJECTION_WRITTEN);
            commitWithSql(store);
            assertThat(store.query("select count(*) from note", row -> row.number(1)))
                    .containsExactly(1L);
        }
        assertHasAll();
    }

    @Test
    void anErrorAfterATransactionOfAStepEndsTheStore() {
        AtomicInteger faults = new AtomicInteger();
        SqliteStore store = failing(Place.PROJECTION_COMMITTED, faults);
        commitWithSql(store);
        faults.set(1);
        for (int i = 0; i < 2; i++) {
            Throwable refused = catchThrowable(() -> commitWithSql(store));
            assertThat(refused)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("injected at PROJECTION_COMMITTED")
                    .hasMessageContaining("open it again");
            assertThat(((StoreException) refused).kind()).isEqualTo(Kind.IO);
        }
        assertThat(catchThrowable(store::close)).isInstanceOf(StoreException.class);
        try (SqliteStore again = SqliteStore.open(directory)) {
            assertThat(again.verify()).isEmpty();
            // The second one is there: its outcome was reported as unknown, not as undone.
            assertThat(again.count(Filter.ALL)).isEqualTo(2);
        }
    }

    @Test
    void aFailedStoreRefusesEveryCommitAndAnswersQueries() {
        AtomicBoolean armed = new AtomicBoolean();
        SqliteStore store =
                SqliteStore.open(
                        directory,
                        reached -> {
                            if (reached == Place.AFTER_APPEND && armed.get()) {
                                throw new StackOverflowError("injected");
                            }
                        });
        commitOne(store);
        armed.set(true);
        for (int i = 0; i < 3; i++) {
            Throwable refused = catchThrowable(() -> commitOne(store));
            assertThat(refused)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("StackOverflowError: injected")
                    .hasMessageContaining("open it again");
            assertThat(((StoreException) refused).kind()).isEqualTo(Kind.IO);
            armed.set(false);
        }
        // The first one is in the journal: its outcome was reported as unknown, not as undone.
        assertThat(store.count(Filter.ALL)).isEqualTo(2);
        assertThat(catchThrowable(store::close)).isInstanceOf(StoreException.class);
        try (SqliteStore again = SqliteStore.open(directory)) {
            assertThat(again.count(Filter.ALL)).isEqualTo(2);
            assertThat(again.verify()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PROJECTION_DUE", "PROJECTION_WRITTEN"})
    void aFailedProjectionIsRetriedWithoutAnotherCommit(Place place) throws Exception {
        AtomicInteger reached = new AtomicInteger();
        CountDownLatch again = new CountDownLatch(2);
        FaultPoint failing =
                at -> {
                    boolean projecting = Thread.currentThread().getName().equals(PROJECTOR);
                    if (at != place || !projecting) return;
                    again.countDown();
                    if (reached.getAndIncrement() == 0) throw new OutOfMemoryError("injected");
                };
        try (SqliteStore store = SqliteStore.open(directory, failing)) {
            commitOne(store);
            assertThat(again.await(60, TimeUnit.SECONDS)).isTrue();
        }
        try (SqliteStore store = SqliteStore.open(directory)) {
            assertThat(store.verify()).isEmpty();
            assertThat(store.count(Filter.ALL)).isEqualTo(1);
        }
    }

    private SqliteStore failing(Place place, AtomicInteger faults) {
        return SqliteStore.open(
                directory,
                reached -> {
                    if (reached != place || faults.get() == 0) return;
                    faults.decrementAndGet();
                    throw new OutOfMemoryError("injected at " + place);
                });
    }

    private static void assertIsPassing(ThrowingCallable commit, Place place) {
        Throwable refused = catchThrowable(commit);
        assertThat(refused)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("injected at " + place)
                .hasMessageContaining("before any of it was written");
        assertThat(((StoreException) refused).kind()).isEqualTo(Kind.BUSY);
    }

    private void assertHasAll() {
        assertThat(acknowledged).isNotEmpty();
        try (SqliteStore store = SqliteStore.open(directory)) {
            assertThat(store.verify()).isEmpty();
            assertThat(store.count(Filter.ALL)).isEqualTo(acknowledged.size());
            acknowledged.forEach((id, version) ->
                    assertThat(store.run(id).orElseThrow().version()).isEqualTo(version));
        }
    }

    private void commitWithSql(SqliteStore store) {
        Run run = SampleRuns.started(ids.incrementAndGet());
        Writing note =
                transaction -> {
                    transaction.update("create table if not exists note (run integer)");
                    transaction.update("insert into note values (?)", run.id().value());
                };
        store.commit(Commit.of(SampleRuns.change(run)).writing(List.of(note)));
        acknowledged.put(run.id(), run.version());
    }

    /// Commits runs until the error was thrown and one more commit has returned, or until one
    /// fails.
    private Throwable commitPast(SqliteStore store, CountDownLatch thrown) {
        try {
            boolean last;
            do {
                last = thrown.getCount() == 0;
                commitOne(store);
            } while (!last);
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private void commitOne(SqliteStore store) {
        Run run = SampleRuns.started(ids.incrementAndGet());
        store.commit(SampleRuns.commit(run));
        acknowledged.put(run.id(), run.version());
        run = SampleRuns.next(run);
        store.commit(SampleRuns.commit(run));
        acknowledged.put(run.id(), run.version());
    }

    private static void assertIsOfTheStore(Throwable error, Place place) {
        if (error == null) return;
        assertThat(error)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("injected at " + place);
    }
}

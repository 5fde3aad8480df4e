package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.FaultPoint.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An error in the middle of a turn of the store's threads: every caller gets an answer, and what
/// was acknowledged is there.
@Timeout(120)
final class ThreadFailureTest {
    private static final int CALLERS = 64;

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

    @Test
    void aFailedStoreRefusesEveryCommitAndAnswersQuestions() {
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
        // The first one is in the journal: it was refused as unknown, not as undone.
        assertThat(store.count(Filter.ALL)).isEqualTo(2);
        assertThat(catchThrowable(store::close)).isInstanceOf(StoreException.class);
        try (SqliteStore again = SqliteStore.open(directory)) {
            assertThat(again.count(Filter.ALL)).isEqualTo(2);
            assertThat(again.verify()).isEmpty();
        }
    }

    /// Commits runs until the error was thrown and one more commit has had its answer, or until one
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

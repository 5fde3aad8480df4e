package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.RunId;
import dev.pawl.store.threads.FaultPoint.Place;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An error in the middle of the work of the PostgreSQL store's threads.
// On a separate thread: a caller without an outcome cannot be interrupted.
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresThreadFailureTest {
    private static final int CALLERS = 64;

    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();
    private final AtomicInteger faults = new AtomicInteger();

    private PostgresStore open(Place place) {
        return PostgresStore.open(
                server.url(),
                options ->
                        options.schema(schema)
                                .faults(reached -> {
                                    boolean failing =
                                            reached == place && faults.getAndDecrement() > 0;
                                    if (failing) throw new OutOfMemoryError("injected");
                                }));
    }

    @Test
    void everyCallerReturnsAndTheNextCommitWorks() throws Exception {
        AtomicLong acknowledged = new AtomicLong();
        AtomicInteger refused = new AtomicInteger();
        try (PostgresStore store = open(Place.GROUP_GATHERED)) {
            faults.set(4);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 1; i <= CALLERS; i++) {
                    long id = i;
                    threads.execute(() -> {
                        var commit = SampleRuns.commit(SampleRuns.started(id));
                        Throwable error = catchThrowable(() -> store.commit(commit));
                        if (error == null) acknowledged.incrementAndGet();
                        if (isTransient(error)) refused.incrementAndGet();
                    });
                }
            }
            assertThat(acknowledged.get() + refused.get()).isEqualTo(CALLERS);
            assertThat(refused).hasPositiveValue();
            while (faults.get() > 0) {
                var commit = SampleRuns.commit(SampleRuns.started(1_000 + faults.get()));
                assertThat(isTransient(catchThrowable(() -> store.commit(commit)))).isTrue();
            }
            store.commit(SampleRuns.commit(SampleRuns.started(2_000)));
            assertThat(store.count(Filter.ALL)).isEqualTo(acknowledged.get() + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ENCODING", "BEFORE_APPEND"})
    void anErrorBeforeAnythingIsSentLeavesNoTrace(Place place) {
        try (PostgresStore store = open(place)) {
            for (boolean sql : List.of(false, true)) {
                long id = store.lastId() + 1;
                faults.set(1);
                assertThat(isTransient(catchThrowable(() -> store.commit(commit(id, sql)))))
                        .isTrue();
                assertThat(store.run(new RunId(id))).isEmpty();
                store.commit(commit(id, sql));
                assertThat(store.run(new RunId(id))).isPresent();
            }
            assertThat(store.verify()).isEmpty();
        }
    }

    /// A node that has joined queries the server for the outcome of a commit.
    @Test
    void anErrorAfterTheCommitIsNoErrorForANode() {
        try (PostgresStore store = open(Place.AFTER_APPEND)) {
            Throwable alone = catchThrowable(() -> failingCommit(store, 1, false));
            assertThat(alone).hasMessageContaining("is unknown");
            assertThat(((StoreException) alone).kind()).isEqualTo(Kind.IO);
            join(store);
            failingCommit(store, 2, false);
            failingCommit(store, 3, true);
            store.commit(commit(4, false));
            assertThat(store.count(Filter.ALL)).isEqualTo(4);
            assertThat(store.verify()).isEmpty();
        }
    }

    private void failingCommit(PostgresStore store, long id, boolean sql) {
        faults.set(1);
        store.commit(commit(id, sql));
        assertThat(faults).hasNonPositiveValue();
    }

    @Test
    void theListenerListensAgain() throws Exception {
        Semaphore news = new Semaphore(0);
        faults.set(2);
        try (PostgresStore store = open(Place.LISTENING)) {
            var cluster = store.cluster().orElseThrow();
            cluster.listen(news::release);
            join(store);
            assertThat(news.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
            assertThat(faults.get()).isLessThanOrEqualTo(0);
        }
    }

    private static void join(PostgresStore store) {
        NodeInfo node = new NodeInfo("a", "here", "1", Set.of(SampleRuns.MACHINE));
        store.cluster().orElseThrow().join(node, Duration.ofMinutes(1));
    }

    private static boolean isTransient(Throwable error) {
        return error instanceof StoreException refused
                && refused.kind() == Kind.BUSY
                && refused.getMessage().contains("injected");
    }

    private static Commit commit(long id, boolean sql) {
        List<Writing> writings = sql ? List.of(transaction -> {}) : List.of();
        Commit.Change change = SampleRuns.change(SampleRuns.started(id));
        return Commit.of(change).writing(writings);
    }
}

package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.StoreException;
import dev.pawl.store.FaultPoint.Place;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// An error in the middle of a turn of the threads of a store in PostgreSQL.
@Timeout(120)
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
    void everyCallerIsAnsweredAndTheNextCommitWorks() throws Exception {
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
                        if (error instanceof StoreException) refused.incrementAndGet();
                    });
                }
            }
            assertThat(acknowledged.get() + refused.get()).isEqualTo(CALLERS);
            assertThat(refused).hasPositiveValue();
            while (faults.get() > 0) {
                var commit = SampleRuns.commit(SampleRuns.started(1_000 + faults.get()));
                assertThat(catchThrowable(() -> store.commit(commit)))
                        .isInstanceOf(StoreException.class);
            }
            store.commit(SampleRuns.commit(SampleRuns.started(2_000)));
            assertThat(store.count(Filter.ALL)).isEqualTo(acknowledged.get() + 1);
        }
    }

    @Test
    void theListenerListensAgain() throws Exception {
        Semaphore news = new Semaphore(0);
        faults.set(2);
        try (PostgresStore store = open(Place.LISTENING)) {
            var cluster = store.cluster().orElseThrow();
            cluster.listen(news::release);
            cluster.join(
                    new NodeInfo("a", "here", "1", Set.of(SampleRuns.MACHINE)),
                    Duration.ofMinutes(1));
            assertThat(news.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
            assertThat(faults.get()).isLessThanOrEqualTo(0);
        }
    }
}

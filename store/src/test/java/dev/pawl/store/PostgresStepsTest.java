package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Writing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// How many steps execute their own SQL at the same time.
@Timeout(60)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresStepsTest {
    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();

    private PostgresStore open(int stepConnections) {
        return PostgresStore.open(
                server.url(), o -> o.schema(schema).stepConnections(stepConnections));
    }

    @Test
    void asManyStepsAsThereAreConnectionsExecuteTheirSqlTogether() throws Exception {
        int steps = 7;
        Phaser meeting = new Phaser(steps);
        Writing waiting =
                tx -> {
                    tx.query("select 1", row -> row.number(1));
                    // Passes only when all are here.
                    meeting.awaitAdvanceInterruptibly(meeting.arrive(), 8, TimeUnit.SECONDS);
                };
        try (PostgresStore store = open(steps)) {
            commitAll(store, steps, waiting);
            assertThat(store.count(Filter.ALL)).isEqualTo(steps);
        }
    }

    @Test
    void noMoreStepsThanConnectionsExecuteTheirSqlTogether() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Writing counting =
                tx -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    tx.query("select pg_sleep(0.02)", row -> row.text(1));
                    inside.decrementAndGet();
                };
        try (PostgresStore store = open(2)) {
            commitAll(store, 12, counting);
        }
        assertThat(most).hasValue(2);
    }

    private static void commitAll(PostgresStore store, int steps, Writing writing)
            throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(steps)) {
            List<Future<?>> commits = new ArrayList<>();
            for (int id = 1; id <= steps; id++) {
                Commit commit =
                        SampleRuns.commit(SampleRuns.started(id, "key " + id))
                                .writing(List.of(writing));
                commits.add(threads.submit(() -> store.commit(commit)));
            }
            for (Future<?> each : commits) each.get();
        }
    }

    @Test
    void aNumberOutOfBoundsIsRefused() {
        for (int wrong : new int[] {0, -1, 201}) {
            assertThatThrownBy(() -> open(wrong))
                    .hasMessage(
                            "expected 1 to 200 connections for the SQL of steps, found " + wrong);
        }
    }
}

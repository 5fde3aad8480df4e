package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Commits and queries when connections break.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresLossTest {
    private static final Claim CLAIM = new Claim(Set.of(SampleRuns.MACHINE), Set.of());
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final int THREADS = 16;
    private static final int RUNS = 40;
    private static final int CUTS = 40;
    private static final int BURST = 8;

    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();

    private static NodeSlot join(PostgresStore store) {
        NodeInfo node = new NodeInfo("a", "here", "1", Set.of(SampleRuns.MACHINE));
        return store.cluster().orElseThrow().join(node, LEASE);
    }

    /// Ends every connection of the stores.
    private void cut() {
        server.text(
                "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                        + " where application_name = 'pawl'");
    }

    @Test
    void aNodeThatHasJoinedLosesNothingAndWritesNothingTwice() throws Exception {
        try (PostgresStore store = server.open(schema)) {
            long epoch = join(store).epoch();
            Map<RunId, Run> written = new ConcurrentHashMap<>();
            AtomicBoolean over = new AtomicBoolean();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> works = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    long first = i * 1_000L;
                    works.add(threads.submit(() -> complete(store, first, epoch, written)));
                }
                Future<?> cutter = threads.submit(() -> cutUntil(over));
                for (Future<?> work : works) work.get();
                over.set(true);
                cutter.get();
            }
            assertThat(written).hasSize(THREADS * RUNS);
            assertThat(store.count(Filter.ALL)).isEqualTo(THREADS * RUNS);
            for (Run run : store.runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX))) {
                assertThat(run).isEqualTo(written.get(run.id()));
            }
            assertThat(store.log(0, 100_000)).hasSize(THREADS * RUNS * SampleRuns.STEPS);
            assertThat(store.verify()).isEmpty();
        }
    }

    private static Void complete(
            PostgresStore store, long first, long epoch, Map<RunId, Run> written) {
        for (long id = first + 1; id <= first + RUNS; id++) {
            Run run = SampleRuns.started(id).ownedBy(epoch);
            store.commit(SampleRuns.commit(run));
            while (!run.status().isEnd()) {
                run = SampleRuns.next(run);
                store.commit(SampleRuns.commit(run));
            }
            written.put(run.id(), run);
        }
        return null;
    }

    private Void cutUntil(AtomicBoolean over) {
        for (int i = 0; i < CUTS && !over.get(); i++) {
            cut();
            LockSupport.parkNanos(20_000_000);
        }
        return null;
    }

    @Test
    void aStepsOwnSqlIsExecutedAgainAndCommittedOnce() {
        server.execute("create table if not exists loss_note (id integer)");
        server.execute("truncate loss_note");
        try (PostgresStore store = server.open(schema)) {
            long epoch = join(store).epoch();
            AtomicBoolean first = new AtomicBoolean(true);
            Commit.Change change = SampleRuns.change(SampleRuns.started(1).ownedBy(epoch));
            store.commit(
                    Commit.of(change)
                            .writing(
                                    List.of(tx -> {
                                        tx.update("insert into loss_note values (?)", 1);
                                        if (first.getAndSet(false)) cut();
                                        tx.update("insert into loss_note values (?)", 2);
                                    })));
            assertThat(store.run(new RunId(1))).contains(change.run());
            assertThat(server.number("select count(*) from loss_note")).isEqualTo(2);
        }
    }

    @Test
    void aStoreThatHasNotJoinedReportsAnUnknownOutcome() {
        try (PostgresStore store = server.open(schema)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            cut();
            // One commit at a time may always use another slot, which has no connection to lose.
            StoreException lost = null;
            for (long id = 2; lost == null && id < 1_000; id += BURST) lost = lostOf(store, id);
            assertThat(lost).isNotNull().hasMessageContaining("unknown");
            assertThat(lost.kind()).isEqualTo(Kind.IO);
            store.commit(SampleRuns.commit(SampleRuns.started(2_000)));
            assertThat(store.run(new RunId(2_000))).isPresent();
        }
    }

    /// Commits several runs at the same time, and returns the first error if there is one.
    private static StoreException lostOf(PostgresStore store, long first) {
        List<Future<StoreException>> commits = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long id = first; id < first + BURST; id++) {
                Commit commit = SampleRuns.commit(SampleRuns.started(id));
                commits.add(
                        threads.submit(() ->
                                catchThrowableOfType(
                                        StoreException.class, () -> store.commit(commit))));
            }
        }
        return commits.stream()
                .map(Future::resultNow)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Test
    void queriesAndHeartbeatsAreRetried() {
        try (PostgresStore store = server.open(schema)) {
            join(store);
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            for (int i = 0; i < 5; i++) {
                cut();
                assertThat(store.count(Filter.ALL)).isEqualTo(1);
                cut();
                assertThat(store.cluster().orElseThrow().heartbeat(CLAIM, LEASE).members())
                        .hasSize(1);
            }
            cut();
            assertThat(store.cluster().orElseThrow().claim(CLAIM, 9)).hasSize(1);
        }
    }

    /// The answer to a claim may be lost after it took effect: repeating it returns the same runs.
    @Test
    void aRepeatedClaimReturnsTheSameRuns() {
        try (PostgresStore store = server.open(schema)) {
            long epoch = join(store).epoch();
            for (long id = 1; id <= 3; id++)
                store.commit(SampleRuns.commit(SampleRuns.started(id)));
            String claim =
                    "select count(*) from %s.claim(%d, %d, 2, '{pull-image}', '{3}',"
                            + " '{5e1f09ab77c2d410}', '{}', '{}', '{}')";
            assertThat(server.number(claim.formatted(schema, epoch, 1))).isEqualTo(2);
            assertThat(server.number(claim.formatted(schema, epoch, 1))).isEqualTo(2);
            assertThat(server.number(claim.formatted(schema, epoch, 2))).isEqualTo(1);
            assertThatThrownBy(() -> server.number(claim.formatted(schema, epoch, 1)))
                    .hasRootCauseInstanceOf(SQLException.class)
                    .rootCause()
                    .hasMessageContaining("is lost");
        }
    }

    /// The answer about the outcome of a commit may be lost as well.
    @Test
    void theOutcomeOfACommitCanBeQueriedAgain() {
        try (PostgresStore store = server.open(schema)) {
            long epoch = join(store).epoch();
            store.commit(SampleRuns.commit(SampleRuns.started(1).ownedBy(epoch)));
            String durable =
                    "select committed from %s.resolve(%d, 0, 1, 2)".formatted(schema, epoch);
            String lost = "select committed from %s.resolve(%d, 0, 3, 4)".formatted(schema, epoch);
            for (int i = 0; i < 2; i++) assertThat(server.number(durable)).isEqualTo(1);
            for (int i = 0; i < 2; i++) assertThat(server.number(lost)).isNotEqualTo(3);
        }
    }

    /// An abandoned group must not take effect if it reaches the server later.
    @Test
    void aCommitThatArrivesTooLateFails() {
        try (PostgresStore store = server.open(schema)) {
            long epoch = join(store).epoch();
            store.commit(SampleRuns.commit(SampleRuns.started(1).ownedBy(epoch)));
            server.text("select * from %s.resolve(%d, 0, 0, 77)".formatted(schema, epoch));
            StoreException late =
                    catchThrowableOfType(
                            StoreException.class,
                            () -> store.commit(SampleRuns.commit(SampleRuns.started(2))));
            assertThat(late.kind()).isEqualTo(Kind.FENCED);
            assertThat(store.count(Filter.ALL)).isEqualTo(1);
        }
    }
}

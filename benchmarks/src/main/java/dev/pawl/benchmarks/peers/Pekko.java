package dev.pawl.benchmarks.peers;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.Recovery;

/// Pekko persistence on its JDBC journal, which writes the events of many actors as one batch: an
/// actor per run that persists five events.
final class Pekko implements Peer {
    private static final String TABLES = "/schema/postgres/postgres-create-schema.sql";
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    private final String url;
    private final ActorSystem<Start> system;
    private final AtomicLong started = new AtomicLong();

    private Pekko(String url) {
        this.url = url;
        this.system = ActorSystem.create(starting(), "bench", config(url));
    }

    static Pekko open(String url) throws SQLException {
        try (InputStream tables = Pekko.class.getResourceAsStream(TABLES)) {
            if (tables == null) throw new IllegalStateException(TABLES + " is not there");
            Tables.make(url, new String(tables.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Pekko(url);
    }

    @Override
    public void run() throws ExecutionException, InterruptedException {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        system.tell(new Start(started.incrementAndGet(), end));
        int steps = end.get();
        if (steps != STEPS) throw new IllegalStateException("a run ended with step " + steps);
    }

    @Override
    public void verify(long runs) throws SQLException {
        Tables.check(url, "select count(*) from event_journal", runs * STEPS);
        Tables.check(
                url, "select count(*) from event_journal where sequence_number = " + STEPS, runs);
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated()
                    .toCompletableFuture()
                    .get(STOP_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the actors do not stop", e);
        }
    }

    private static Behavior<Start> starting() {
        return Behaviors.receive((context, start) -> {
            context.spawnAnonymous(Behaviors.<Go>setup(own -> new RunActor(own, start)));
            return Behaviors.same();
        });
    }

    private static Config config(String url) {
        return ConfigFactory.parseMap(
                        Map.of(
                                "pekko.loglevel", "OFF",
                                "pekko.stdout-loglevel", "OFF",
                                "pekko.persistence.journal.plugin", "jdbc-journal",
                                "jdbc-journal.slick.profile", "slick.jdbc.PostgresProfile$",
                                "jdbc-journal.slick.db.url", url,
                                "jdbc-journal.slick.db.driver", "org.postgresql.Driver"))
                .withFallback(ConfigFactory.load());
    }

    private record Start(long run, CompletableFuture<Integer> end) {}

    private enum Go {
        ON
    }

    /// A run: how many steps it has made is its state, what it is after each is an event.
    private static final class RunActor extends EventSourcedBehavior<Go, String, Integer> {
        private final ActorContext<Go> context;
        private final CompletableFuture<Integer> end;

        RunActor(ActorContext<Go> context, Start start) {
            // In order, which the index likes better than random ones.
            super(PersistenceId.ofUniqueId("run-%012d".formatted(start.run())));
            this.context = context;
            this.end = start.end();
            context.getSelf().tell(Go.ON);
        }

        @Override
        public Integer emptyState() {
            return 0;
        }

        /// There are no snapshots to look for.
        @Override
        public Recovery recovery() {
            return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
        }

        @Override
        public CommandHandler<Go, String, Integer> commandHandler() {
            return newCommandHandlerBuilder().forAnyState().onAnyCommand(this::step);
        }

        @Override
        public EventHandler<Integer, String> eventHandler() {
            return (state, _) -> state + 1;
        }

        private Effect<String, Integer> step(Integer state, Go go) {
            boolean last = state == STEPS - 1;
            var recorded = Effect().persist(JobState.after(state));
            if (!last) return recorded.thenRun(() -> context.getSelf().tell(go));
            return recorded.thenRun(end::complete).thenStop();
        }
    }
}

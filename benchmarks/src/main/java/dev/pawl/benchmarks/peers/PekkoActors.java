package dev.pawl.benchmarks.peers;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashMap;
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

/// The actors of Pekko persistence with any journal: one per run, which persists five events.
final class PekkoActors {
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    private final ActorSystem<Start> system;
    private final AtomicLong started = new AtomicLong();

    /// Starts the actors with the settings of their journal.
    PekkoActors(Map<String, String> journal) {
        Map<String, String> settings = new HashMap<>(journal);
        settings.put("pekko.loglevel", "OFF");
        settings.put("pekko.stdout-loglevel", "OFF");
        system =
                ActorSystem.create(
                        starting(),
                        "bench",
                        ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load()));
    }

    /// Executes one run and returns when its last event is durable.
    void run() throws ExecutionException, InterruptedException {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        system.tell(new Start(started.incrementAndGet(), end));
        int steps = end.get();
        if (steps != Peer.STEPS) throw new IllegalStateException("a run ended with step " + steps);
    }

    /// Stops the actors and their journal; doing it again changes nothing.
    void stop() {
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

    private record Start(long run, CompletableFuture<Integer> end) {}

    private enum Go {
        ON
    }

    /// A run: its state is the number of steps, and the state after each step is an event.
    private static final class RunActor extends EventSourcedBehavior<Go, String, Integer> {
        private final ActorContext<Go> context;
        private final CompletableFuture<Integer> end;

        RunActor(ActorContext<Go> context, Start start) {
            // In order, which is cheaper for the index than random ids.
            super(PersistenceId.ofUniqueId("run-%012d".formatted(start.run())));
            this.context = context;
            this.end = start.end();
            context.getSelf().tell(Go.ON);
        }

        @Override
        public Integer emptyState() {
            return 0;
        }

        /// There are no snapshots.
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
            boolean last = state == Peer.STEPS - 1;
            var recorded = Effect().persist(JobState.after(state));
            if (!last) return recorded.thenRun(() -> context.getSelf().tell(go));
            return recorded.thenRun(end::complete).thenStop();
        }
    }
}

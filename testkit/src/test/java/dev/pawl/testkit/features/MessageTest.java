package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Seeds;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Messages that wait for the turn of the same run are decided together.
final class MessageTest {
    private static final int SENDERS = 20;

    private static final Machine<String, String> LISTENER =
            Machine.named("listener", String.class, String.class)
                    .await("open", w -> w.on(Stop.class, "close").on(Go.class, "work"))
                    .step(
                            "work",
                            attempt -> attempt.goTo("open"),
                            s -> s.loopsTo("open").interruptedBy(Stop.class, "close"))
                    .step("close", attempt -> attempt.next("closed"), s -> s.goesTo("later"))
                    .end("complete")
                    .await("later", w -> w.on(Other.class, "dropped"))
                    .end("dropped")
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private SimHost host = new SimHost(0);
    private final List<Commit> commits = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();

    @Test
    void thoseThatWaitForOneTurnBecomeDurableInOneCommit() {
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            commits.clear();
            sendAtOnce(sim, run, SENDERS);
            // The first takes the turn, and all others wait while it commits.
            assertThat(commits).hasSize(2);
            assertThat(answers).hasSize(SENDERS).containsOnly("sent");
            List<HistoryEntry> history = sim.engine().history(run, 1, 2 * SENDERS);
            assertThat(history).hasSize(SENDERS);
            assertThat(sim.engine().run(run).data().inbox()).hasSize(SENDERS);
        }
    }

    @Test
    void oneThatIsRefusedIsRefusedAlone() {
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            sim.tell(engine -> {
                for (int i = 0; i < Limits.INBOX_MAX - 3; i++) engine.send(run, new Other(i));
            });
            sendAtOnce(sim, run, SENDERS);
            assertThat(answers).hasSize(SENDERS);
            assertThat(answers).filteredOn("sent"::equals).hasSize(3);
            assertThat(answers).filteredOn("TooLarge"::equals).hasSize(SENDERS - 3);
            assertThat(sim.engine().run(run).data().inbox()).hasSize(Limits.INBOX_MAX);
        }
    }

    /// A sender learns at once that the store is full; the end of a child is told when it is not.
    @Test
    void whoAsksIsAnsweredAtOnceAndTheOthersWaitForTheStore() {
        Full full = new Full();
        try (SimEngine sim = engine(full)) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            Engine engine = sim.engine();
            RunId child = sim.call(e -> e.start(LISTENER.start("").parent(run)));
            sim.tell(e -> e.send(child, new Stop()));
            sim.until(() -> !full.childEnds.isEmpty());
            full.isFull = true;
            sendAtOnce(sim, run, SENDERS);
            assertThat(answers).hasSize(SENDERS).containsOnly("FULL");
            assertThat(engine.run(run).data().family().live()).isEqualTo(1);
            full.isFull = false;
            sim.until(() -> engine.run(run).data().family().live() == 0);
        }
    }

    /// One event starts a body and the next one stops it, before it could begin.
    @Test
    void eventsThatStartAndStopABodyGoTogether() {
        Seeds.each(30, this::startAndStop);
    }

    private void startAndStop(long seed) {
        host = new SimHost(seed);
        answers.clear();
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            Engine engine = sim.engine();
            for (Object event : List.of(new Other(1), new Go(), new Stop(), new Other(2))) {
                host.start("sender", () -> send(engine, run, event));
            }
            sim.until(() -> answers.size() == 4 && engine.run(run).status().isEnd());
            assertThat(engine.run(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(sim.store().verify()).isEmpty();
        }
    }

    private SimEngine engine(Faults faults) {
        SimEngine sim =
                new SimEngine(host, Stores.chosen(), options -> options.machines(LISTENER))
                        .faults(faults);
        sim.open();
        return sim;
    }

    private void sendAtOnce(SimEngine sim, RunId run, int senders) {
        Engine engine = sim.engine();
        for (int i = 0; i < senders; i++) {
            Object event = new Other(i);
            host.start("sender", () -> send(engine, run, event));
        }
        sim.until(() -> answers.size() == senders);
    }

    private void send(Engine engine, RunId run, Object event) {
        try {
            engine.send(run, event);
            answers.add("sent");
        } catch (Refused e) {
            answers.add(e.getClass().getSimpleName());
        } catch (StoreException e) {
            answers.add(e.kind().name());
        }
    }

    record Stop() {}

    record Go() {}

    record Other(int number) {}

    /// A disk that takes its time, so that others come meanwhile.
    private class Slow implements Faults {
        @Override
        public void before(long n, Commit commit) {
            host.pause(Duration.ofMillis(10));
            if (!commit.changes().isEmpty()) commits.add(commit);
        }
    }

    private final class Full extends Slow {
        private final List<Commit> childEnds = new ArrayList<>();
        private boolean isFull;

        @Override
        public void before(long n, Commit commit) {
            super.before(n, commit);
            if (!commit.sent().isEmpty()) childEnds.add(commit);
            if (isFull) throw new StoreException(StoreException.Kind.FULL, "full", null);
        }
    }
}

package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Commit;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Recovery;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Runs that the engine can neither continue nor park, because the store refuses every change of
/// them.
final class StuckRunTest {
    private static final String BAD = "bad";
    // More than the engine wakes at once.
    private static final int MANY = 1_100;

    private static final Machine<String, String> SLEEPER =
            Machine.named("sleeper", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofSeconds(10), "last"))
                    .step("last", a -> a.next("done"))
                    .build();
    private static final Machine<String, String> WORKER =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final Machine<String, String> lasting =
            Machine.named("lasting", String.class, String.class)
                    .step(
                            "work",
                            a -> {
                                host.await(new Signal(), host.now().plusSeconds(60));
                                return a.next("done");
                            },
                            s -> s.recovery(Recovery.repeatBody()))
                    .build();
    private final Refusal refusal = new Refusal();
    private final SimEngine sim =
            new SimEngine(
                            host,
                            stores,
                            o ->
                                    o.machines(SLEEPER, WORKER, lasting)
                                            .queue(
                                                    QueueSettings.unlimited("rated")
                                                            .rate(100, Duration.ofHours(1))))
                    .faults(refusal);

    @Test
    void theyDoNotPreventOthersFromWaking() {
        sim.open();
        List<RunId> bad = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            String key = BAD + i;
            bad.add(sim.call(e -> e.start(SLEEPER.start("x").key(key))));
        }
        RunId good = sim.call(e -> e.start(SLEEPER.start("x").key("good")));
        refusal.refuses = true;
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(good).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(bad.getFirst()).status()).isEqualTo(RunStatus.WAITING);
        assertThat(sim.engine().why(bad.getFirst()).causes())
                .filteredOn(cause -> cause.kind() == Cause.Kind.ENGINE_ERROR)
                .singleElement()
                .extracting(Cause::text)
                .asString()
                .contains("neither move nor park the run", "not this run");
        refusal.refuses = false;
        sim.pass(Duration.ofMinutes(5));
        for (RunId id : bad) {
            assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.PARKED);
        }
        assertThat(sim.engine().why(bad.getFirst()).causes())
                .noneMatch(cause -> cause.kind() == Cause.Kind.ENGINE_ERROR);
        assertThat(sim.engine().verify()).isEmpty();
        sim.close();
    }

    @Test
    void theyDoNotBlockTheirQueue() {
        sim.open();
        refusal.refusesToAdmit = true;
        RunId bad = sim.call(e -> e.start(WORKER.start("x").key(BAD).queue("rated")));
        RunId good = sim.call(e -> e.start(WORKER.start("x").key("good").queue("rated")));
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.QUEUED);
        assertThat(sim.engine().run(good).status()).isEqualTo(RunStatus.COMPLETED);
        refusal.refusesToAdmit = false;
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.PARKED);
        assertThat(sim.engine().queues().held("rated")).isZero();
        sim.close();
    }

    /// A task keeps trying to park it, so no check reports it as lost.
    @Test
    void anInterruptedOneIsParkedLater() {
        sim.open();
        RunId bad = sim.call(e -> e.start(lasting.start("x").key(BAD)));
        sim.pass(Duration.ofSeconds(1));
        sim.crash();
        refusal.refuses = true;
        sim.open();
        for (int i = 0; i < 2; i++) {
            sim.pass(Duration.ofMinutes(2));
            assertThat(sim.engine().verify()).isEmpty();
        }
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(sim.engine().why(bad).causes())
                .extracting(Cause::kind)
                .contains(Cause.Kind.ENGINE_ERROR)
                .doesNotContain(Cause.Kind.EXECUTING);
        refusal.refuses = false;
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.PARKED);
        sim.close();
    }

    private static final class Refusal implements StoreFaults {
        private boolean refuses;
        // Everything but the start itself.
        private boolean refusesToAdmit;

        @Override
        public void before(long n, Commit commit) {
            for (Commit.Change change : commit.changes()) {
                boolean bad = change.run().key().startsWith(BAD);
                boolean start = change.run().version() == change.entries().size();
                if (bad && (refuses || (refusesToAdmit && !start))) {
                    throw new IllegalStateException("not this run");
                }
            }
        }
    }
}

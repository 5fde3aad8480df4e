package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `engine.verify()` finds a running attempt that no task executes.
final class TaskCheckTest {
    private static final Operators.By ME = new Operators.By("me", "a test");

    private final SimHost host = new SimHost(0);
    private final Machine<String, String> machine =
            Machine.named("slow", String.class, String.class)
                    .step(
                            "work",
                            a -> {
                                if (a.request().equals("fail")) return a.fail("as asked");
                                if (a.request().equals("wait")) return a.next();
                                return lasting(a.finish("done"));
                            },
                            s -> s.recovery(Recovery.repeatBody()).finishes())
                    .await("waiting", w -> w.on(String.class, "last"))
                    .step("last", a -> a.next("went"))
                    .cleanup(a -> lasting(a.next()))
                    .build();

    private final Machine<String, String> sender =
            Machine.named("sender", String.class, String.class)
                    .step("send", a -> a.next().sending(RunId.parse(a.request()), "go"))
                    .step("last", a -> lasting(a.next("sent")))
                    .build();

    private <T> Outcome<T> lasting(Outcome<T> outcome) throws InterruptedException {
        host.await(new Signal(), host.now().plus(Duration.ofMinutes(1)));
        return outcome;
    }

    private SimEngine opened() {
        return opened(StoreFaults.NONE);
    }

    private SimEngine opened(StoreFaults faults) {
        SimEngine sim =
                new SimEngine(host, StoreFactory.MEMORY, o -> o.machines(machine, sender))
                        .faults(faults);
        sim.open();
        sim.settle();
        return sim;
    }

    /// Returns a run with a running attempt, and its history.
    private Commit inFlight(String request, RunStatus status) {
        SimEngine sim = opened();
        RunId id = sim.call(e -> e.start(machine.start(request)));
        sim.pass(Duration.ofSeconds(1));
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(status);
        assertThat(sim.engine().verify()).as("while a body executes").isEmpty();
        List<HistoryEntry> history = sim.engine().history(id, 0, 100);
        sim.crash();
        return Commit.of(new Commit.Change(run, history));
    }

    @Test
    void findsARunningAttemptThatNoTaskExecutes() {
        Commit running = inFlight("x", RunStatus.RUNNING);
        Commit cleaning = inFlight("fail", RunStatus.CLEANING);
        SimEngine sim = opened();
        sim.store().commit(running);
        sim.store().commit(cleaning);
        assertThat(sim.engine().verify())
                .containsExactlyInAnyOrder(
                        "run %s is RUNNING in 'work', attempt 1, and no task executes it"
                                .formatted(running.changes().getFirst().run().id()),
                        "run %s is CLEANING in 'work', attempt 1, and no task executes it"
                                .formatted(cleaning.changes().getFirst().run().id()));

        sim.restart();
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().verify()).as("after a restart").isEmpty();
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().count(Filter.ALL.live())).isZero();
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        sim.close();
    }

    /// A task that only uses the run, here an order whose commit takes long, does not hide it.
    @Test
    void findsOneThatOtherTasksUse() {
        Commit running = inFlight("x", RunStatus.RUNNING);
        RunId id = running.changes().getFirst().run().id();
        boolean[] slow = new boolean[1];
        SimEngine sim =
                opened(
                        new StoreFaults() {
                            @Override
                            public void before(long n, Commit commit) {
                                if (slow[0]) host.pause(Duration.ofMinutes(5));
                            }
                        });
        sim.store().commit(running);
        slow[0] = true;
        Engine engine = sim.engine();
        host.start("order", () -> engine.operators().order(id, new Command.Pause(), ME));
        sim.pass(Duration.ofSeconds(1));
        assertThat(engine.verify()).as("for a moment it may have none").isEmpty();
        sim.pass(Duration.ofMinutes(2));
        assertThat(engine.verify())
                .containsExactly(
                        "run %s is RUNNING in 'work', attempt 1, and no task executes it"
                                .formatted(id));
        slow[0] = false;
        sim.crash();
    }

    /// The next body of a run waits until the messages of the previous one are delivered.
    @Test
    void acceptsARunWhoseBodyIsAboutToBeExecuted() {
        boolean[] full = new boolean[1];
        SimEngine sim =
                opened(
                        new StoreFaults() {
                            @Override
                            public void before(long n, Commit commit) {
                                if (!full[0]) return;
                                throw new StoreException(
                                        StoreException.Kind.FULL, "no space", null);
                            }

                            @Override
                            public void after(long n, Commit commit) {
                                if (!commit.sent().isEmpty()) full[0] = true;
                            }
                        });
        RunId to = sim.call(e -> e.start(machine.start("wait")));
        RunId id = sim.call(e -> e.start(sender.start(to.toString())));
        for (int i = 0; i < 2; i++) {
            sim.pass(Duration.ofMinutes(2));
            assertThat(sim.engine().verify()).isEmpty();
        }
        assertThat(sim.engine().run(id).state()).isEqualTo("last");
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(sim.engine().why(id).text()).contains("is about to be executed");
        full[0] = false;
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().count(Filter.ALL.live())).isZero();
        sim.close();
    }
}

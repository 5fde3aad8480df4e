package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
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
    private final SimHost host = new SimHost(0);
    private final Machine<String, String> machine =
            Machine.named("slow", String.class, String.class)
                    .step(
                            "work",
                            a -> {
                                if (a.request().equals("fail")) return a.fail("as asked");
                                return lasting(a.next("done"));
                            },
                            s -> s.recovery(Recovery.repeatBody()))
                    .cleanup(a -> lasting(a.next()))
                    .build();

    private <T> Outcome<T> lasting(Outcome<T> outcome) throws InterruptedException {
        host.await(new Signal(), host.now().plus(Duration.ofMinutes(1)));
        return outcome;
    }

    private SimEngine opened() {
        SimEngine sim = new SimEngine(host, StoreFactory.MEMORY, o -> o.machines(machine));
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
}

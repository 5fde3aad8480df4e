package dev.pawl.engine.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.machine.Machine;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How many wakes are in memory.
final class TimersTest {
    private static final int RUNS = 6 * Timers.WINDOW;

    private final SimHost host = new SimHost(0);
    private int due;

    /// An alarm that rings later than all of them, such as one for the end of a lease.
    @Test
    void wakesBeyondTheBoundAreLeftToTheStoreAlsoBesideALaterAlarm() {
        Kernel kernel = new Kernel(host, StoreFactory.MEMORY.open(), List.of(), true);
        Timers timers = new Timers(kernel);
        host.call(() -> timers.start((_, _) -> due++));
        host.runFor(Duration.ZERO);
        Run run = delayed();
        Instant start = host.now();
        host.call(() -> {
            timers.alarm(start.plus(Duration.ofDays(1)), () -> {});
            for (int i = 1; i <= RUNS; i++) timers.set(wakingAt(run, i, start.plusMillis(i)));
        });
        host.runFor(Duration.ofHours(1));
        // The store, which has none of these, was asked for the others.
        assertThat(due).isBetween(Timers.WINDOW, RUNS - 1);
        kernel.close();
        timers.close();
        host.runFor(Duration.ZERO);
    }

    private static Run wakingAt(Run run, long id, Instant time) {
        return new Run(
                new RunId(id),
                run.origin(),
                run.condition(),
                run.progress(),
                run.data(),
                run.timing().withTimer(time),
                run.version());
    }

    private static Run delayed() {
        Machine<String, String> machine =
                Machine.named("worker", String.class, String.class)
                        .step("work", a -> a.next("done"))
                        .build();
        try (SimEngine sim = SimEngine.of(machine)) {
            RunId id = sim.call(e -> e.start(machine.start("x").delay(Duration.ofHours(1))));
            return sim.engine().run(id);
        }
    }
}

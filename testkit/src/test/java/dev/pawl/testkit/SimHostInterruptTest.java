package dev.pawl.testkit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SimHostInterruptTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void anInterruptEndsAWaitWithInterruptedException() {
        SimHost host = new SimHost(1);
        Signal signal = new Signal();
        Host.Task task = host.start("waiter", () -> awaitAndLog(host, signal));
        host.runFor(ofSeconds(1));
        task.interrupt();
        host.run();
        assertThat(log).containsExactly("interrupted, flag false");
        task.interrupt();
    }

    private void awaitAndLog(SimHost host, Signal signal) {
        try {
            host.await(signal, Instant.MAX);
            log.add("raised");
        } catch (InterruptedException e) {
            log.add("interrupted, flag " + Thread.currentThread().isInterrupted());
        }
    }

    @Test
    void anInterruptBeforeTheFirstTurnIsSeenAtTheFirstWait() {
        SimHost host = new SimHost(1);
        Host.Task task =
                host.start(
                        "waiter",
                        () -> {
                            log.add("started, flag " + Thread.currentThread().isInterrupted());
                            awaitAndLog(host, new Signal());
                        });
        task.interrupt();
        host.run();
        assertThat(log).containsExactly("started, flag true", "interrupted, flag false");
    }

    @Test
    void anInterruptGivenToARunningTaskIsSeenAtItsNextWaitAndOutlivesPauses() {
        SimHost host = new SimHost(1);
        Signal raised = new Signal();
        host.raise(raised);
        host.call(() -> {
            Thread.currentThread().interrupt();
            host.pause();
            host.pause(ofSeconds(3));
            awaitAndLog(host, raised);
            awaitAndLog(host, raised);
        });
        assertThat(log).containsExactly("interrupted, flag false", "raised");
    }
}

package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Draining while a source hangs: a drained orchestration does nothing and holds no permit.
@Timeout(120)
final class DrainTest {
    private static final Duration LONG = Duration.ofDays(30);

    @TempDir private Path directory;
    private final List<SimOrchestration> orchestrations = new ArrayList<>();
    private volatile boolean hangs = true;

    /// Hangs until it is interrupted, and ignores that for a while.
    private void hang(Duration deaf) throws InterruptedException {
        if (!hangs) return;
        Host host = orchestrations.getFirst().sim().host();
        try {
            host.await(new Signal(), host.now().plus(LONG));
        } catch (InterruptedException e) {
            Instant until = host.now().plus(deaf);
            while (host.now().isBefore(until)) ignore(host, until);
            throw e;
        }
    }

    private void pause(Duration time) throws InterruptedException {
        Host host = orchestrations.getFirst().sim().host();
        host.await(new Signal(), host.now().plus(time));
    }

    private static void ignore(Host host, Instant until) {
        try {
            host.await(new Signal(), until);
        } catch (InterruptedException _) {
            // It ignores the interruption.
        }
    }

    private SimOrchestration orchestration(Numbers numbers) {
        SimOrchestration orchestration = SimOrchestration.of(directory, numbers);
        orchestrations.add(orchestration);
        return orchestration;
    }

    private static boolean isDrained(SimOrchestration orchestration) {
        return orchestration.view().macro().orElseThrow().state().equals(MacroState.END);
    }

    @ParameterizedTest
    @CsvSource({"true, PT0S", "true, PT40S", "false, PT0S", "false, PT40S"})
    void aDrainedOrchestrationNeitherRunsNorHoldsPermits(boolean opening, Duration deaf)
            throws Exception {
        Numbers numbers = Numbers.of("a", 30);
        Numbers hanging =
                opening ? numbers.opening(() -> hang(deaf)) : numbers.before((_, _) -> hang(deaf));
        try (SimOrchestration orchestration = orchestration(hanging)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(4));
            assertThat(orchestration.stats("a").permitsHeld()).isPositive();
            orchestration.give(Order.Verb.DRAIN);
            orchestration.sim().until(() -> isDrained(orchestration));
            assertThat(orchestration.state("a")).isNotEqualTo(ProviderState.RUNNING);
            assertThat(orchestration.stats("a").permitsHeld()).isZero();
            assertThat(orchestration.view().pool().held()).isEmpty();
            assertThat(orchestration.permits()).isEmpty();
            hangs = false;
            orchestration.sim().perform(orchestration.orchestrator()::start);
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(30);
            assertThat(numbers.readersMost()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void theNextProcessFinishesDrainingAfterACrashAndResumes() throws Exception {
        Numbers numbers = Numbers.of("a", 30).before((_, _) -> hang(Duration.ZERO));
        try (SimOrchestration orchestration = orchestration(numbers)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.give(Order.Verb.DRAIN);
            orchestration.until("main", MacroState.DRAINING);
            hangs = false;
            orchestration.restart();
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.until("main", MacroState.STABILIZING);
            assertThat(orchestration.numbers("a")).hasSize(30);
        }
    }

    /// The previous process was killed before it carried out an order to drain.
    @Test
    void aDrainThatThePreviousProcessLeftDoesNotHoldBackWhatStartsAfterAResume() throws Exception {
        Order drain = Order.of(Order.Verb.DRAIN, List.of()).by("tester");
        // What is read when the drain comes would be interrupted.
        Numbers slow = Numbers.of("a", 30).before((_, _) -> pause(Duration.ofSeconds(5)));
        try (SimOrchestration orchestration = orchestration(slow)) {
            var later = orchestration.orchestrator().order(drain).delay(Duration.ofSeconds(1));
            orchestration.sim().call(engine -> engine.start(later));
            orchestration.resume();
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(30);
        }
    }
}

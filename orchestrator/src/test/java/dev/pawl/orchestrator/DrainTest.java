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

/// Draining while a source hangs: what is drained does nothing more, and holds nothing.
@Timeout(120)
final class DrainTest {
    private static final Duration LONG = Duration.ofDays(30);

    @TempDir private Path directory;
    private final List<Site> sites = new ArrayList<>();
    private volatile boolean hangs = true;

    /// Hangs until it is interrupted, and does not hear that for a while.
    private void hang(Duration deaf) throws InterruptedException {
        if (!hangs) return;
        Host host = sites.getFirst().sim().host();
        try {
            host.await(new Signal(), host.now().plus(LONG));
        } catch (InterruptedException e) {
            Instant until = host.now().plus(deaf);
            while (host.now().isBefore(until)) ignore(host, until);
            throw e;
        }
    }

    private static void ignore(Host host, Instant until) {
        try {
            host.await(new Signal(), until);
        } catch (InterruptedException _) {
            // It does not hear.
        }
    }

    private Site site(Numbers numbers) {
        Site site = Site.of(directory, numbers);
        sites.add(site);
        return site;
    }

    private static boolean isDrained(Site site) {
        return site.board().macro().orElseThrow().state().equals(MacroMachine.END);
    }

    @ParameterizedTest
    @CsvSource({"true, PT0S", "true, PT40S", "false, PT0S", "false, PT40S"})
    void whatIsDrainedNeitherRunsNorHoldsPermits(boolean opening, Duration deaf) throws Exception {
        Numbers numbers = Numbers.of("a", 30);
        Numbers hanging =
                opening ? numbers.opening(() -> hang(deaf)) : numbers.before((_, _) -> hang(deaf));
        try (Site site = site(hanging)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(4));
            assertThat(site.stats("a").permitsHeld()).isPositive();
            site.tell(Order.Verb.DRAIN);
            site.sim().until(() -> isDrained(site));
            assertThat(site.state("a")).isNotEqualTo(ProviderState.RUNNING);
            assertThat(site.stats("a").permitsHeld()).isZero();
            assertThat(site.board().pool().held()).isEmpty();
            assertThat(site.sim().engine().pools().leases(Workshop.POOL)).isEmpty();
            hangs = false;
            site.sim().tell(site.orchestrator()::begin);
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(30);
            assertThat(numbers.readersMost()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void killedWhileItDrainsTheNextLifeDrainsAndGoesOn() throws Exception {
        Numbers numbers = Numbers.of("a", 30).before((_, _) -> hang(Duration.ZERO));
        try (Site site = site(numbers)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.tell(Order.Verb.DRAIN);
            site.until("main", MacroState.DRAINING);
            hangs = false;
            site.restart();
            site.until("a", ProviderState.TERMINATED);
            site.until("main", MacroState.STABILIZING);
            assertThat(site.numbers("a")).hasSize(30);
        }
    }
}

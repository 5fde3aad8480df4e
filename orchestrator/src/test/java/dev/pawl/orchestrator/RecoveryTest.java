package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.HistoryEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The table of recovery: what becomes of a provider in each state when its process dies there.
@Timeout(120)
final class RecoveryTest {
    @TempDir private Path directory;
    private final List<SourceException> troubles = new ArrayList<>();
    private final List<Site> here = new ArrayList<>();
    private Numbers numbers = Numbers.of("a", 0);

    /// One portion takes a second.
    @BeforeEach
    void slow() {
        numbers =
                Numbers.of("a", 200)
                        .before((from, _) -> {
                            if (from == 50 && !troubles.isEmpty()) throw troubles.removeFirst();
                            var host = here.getFirst().sim().host();
                            host.await(new Signal(), host.now().plus(Duration.ofSeconds(1)));
                        });
    }

    private Site site() {
        Site site = Site.of(directory, options -> options.permits(4), numbers);
        here.add(site);
        return site;
    }

    private static List<String> statesSince(Site site, long version) {
        return site.sim().engine().history(site.last("a"), version, 1_000).stream()
                .map(HistoryEntry::state)
                .distinct()
                .toList();
    }

    private static long version(Site site) {
        return site.sim().engine().run(site.last("a")).version();
    }

    private void completes(Site site) {
        site.until("a", ProviderState.TERMINATED);
        site.calm();
        assertThat(site.numbers("a")).hasSize(200);
        assertThat(site.stats("a").row().cause()).isEqualTo("COMPLETED");
        assertThat(site.stats("a").row().counts().processed()).isEqualTo(200);
        assertThat(numbers.readersMost()).isEqualTo(1);
    }

    /// V4: a process that dies here is not the end of the provider.
    @Test
    void runningAsksForNewPermitsAndGoesOn() throws Exception {
        try (Site site = site()) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(5));
            int done = site.numbers("a").size();
            assertThat(done).isBetween(10, 190);
            long version = version(site);
            numbers.forget();
            site.restart();
            site.sim().pass(Duration.ofSeconds(4));
            assertThat(statesSince(site, version))
                    .containsExactly("RUNNING", "WAITING_QUOTA", "ACQUIRING");
            completes(site);
            assertThat(site.told("a"))
                    .containsExactly(
                            Event.Type.PROVIDER_STARTED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.QUOTA_REVOKED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.PROVIDER_COMPLETED);
        }
    }

    @Test
    void pausedStaysPaused() throws Exception {
        try (Site site = site()) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(5));
            site.tell(Order.Verb.PAUSE, "a");
            site.until("a", ProviderState.PAUSED);
            numbers.forget();
            site.restart();
            site.sim().pass(Duration.ofHours(1));
            assertThat(site.state("a")).isEqualTo(ProviderState.PAUSED);
            site.tell(Order.Verb.RESUME, "a");
            completes(site);
        }
    }

    @Test
    void waitingForQuotaAsksAgain() throws Exception {
        try (Site site = site()) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(5));
            site.tell(Order.Verb.DRAIN);
            site.until("a", ProviderState.WAITING_QUOTA);
            long version = version(site);
            numbers.forget();
            site.restart();
            site.sim().pass(Duration.ofSeconds(3));
            assertThat(statesSince(site, version)).startsWith("ACQUIRING");
            // The death took the draining along: it is drained first, and begun anew.
            site.sim().pass(Duration.ofMinutes(1));
            site.sim().tell(site.orchestrator()::begin);
            completes(site);
        }
    }

    /// V4: the time to wake is kept.
    @Test
    void waitingForASourceGoesOnWaiting() throws Exception {
        try (Site site = site()) {
            Instant until = site.sim().host().now().plus(Duration.ofHours(2));
            troubles.add(SourceException.throttled("busy", until));
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            numbers.forget();
            site.restart();
            site.sim().pass(Duration.ofHours(1));
            assertThat(site.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            completes(site);
            assertThat(site.sim().host().now()).isAfterOrEqualTo(until);
        }
    }

    @Test
    void terminatedIsLeftAlone() throws Exception {
        try (Site site = site()) {
            site.start("a");
            site.until("main", MacroState.STABILIZING);
            var run = site.last("a");
            site.restart();
            site.sim().pass(Duration.ofHours(1));
            assertThat(site.state("a")).isEqualTo(ProviderState.TERMINATED);
            assertThat(site.last("a")).isEqualTo(run);
            assertThat(site.board().macro().orElseThrow().state()).isEqualTo("STABILIZING");
        }
    }

    @Test
    void idleStaysIdle() {
        try (Site site = site()) {
            site.restart();
            site.sim().pass(Duration.ofHours(1));
            assertThat(site.state("a")).isEqualTo(ProviderState.IDLE);
            assertThat(site.board().macro().orElseThrow().state()).isEqualTo("BOOTSTRAPPING");
        }
    }

    @Test
    void acquiringAsksAgain() throws Exception {
        try (Site site = site()) {
            site.tell(Order.Verb.FREEZE);
            site.start("a");
            site.until("a", ProviderState.ACQUIRING);
            site.restart();
            site.sim().pass(Duration.ofMinutes(5));
            assertThat(site.state("a")).isEqualTo(ProviderState.ACQUIRING);
            site.tell(Order.Verb.THAW);
            completes(site);
        }
    }

    /// An engine that is closed in order is the same to a provider: its permits are gone.
    @Test
    void closingIsLikeDyingWithoutTheLoss() throws Exception {
        try (Site site = site()) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(5));
            site.end();
            site.begin();
            completes(site);
        }
    }
}

package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Offline;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.engine.Why.Cause.Kind;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Why a provider's run does not move: the engine says what the board says.
@Timeout(120)
final class WhyTest {
    @TempDir private Path directory;
    private final List<Site> sites = new ArrayList<>();

    private Site site(Numbers... numbers) {
        Site site = Site.of(directory, options -> options.permits(1), numbers);
        sites.add(site);
        return site;
    }

    /// Takes a second of time for each portion.
    private Numbers slow(String id, long last) {
        return Numbers.of(id, last).before((_, _) -> pause());
    }

    private void pause() throws InterruptedException {
        var host = sites.getFirst().sim().host();
        host.await(new Signal(), host.now().plus(Duration.ofSeconds(1)));
    }

    private static Why why(Site site, String id) {
        return site.sim().engine().why(site.last(id));
    }

    /// Asserts that the run's nearest cause is the sentence of the board.
    private static void assertSame(Site site, String id, Kind kind) {
        Why.Cause nearest = why(site, id).causes().getFirst();
        assertThat(nearest.kind()).isEqualTo(kind);
        assertThat(nearest.text()).isEqualTo(site.stats(id).waitsFor());
    }

    @Test
    void aWantedProviderIsBlockedByTheRunsOfThoseThatItNeeds() throws Exception {
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (Site site = site(slow("a", 300), second)) {
            assertThat(why(site, "b").causes())
                    .extracting(Why.Cause::kind)
                    .containsOnly(Kind.EVENT);
            site.start("b");
            site.until("a", ProviderState.RUNNING);
            RunId needed = site.last("a");
            Why.Cause nearest = why(site, "b").causes().getFirst();
            assertThat(nearest.kind()).isEqualTo(Kind.DEPENDENCY);
            assertThat(nearest.text())
                    .isEqualTo("b is blocked by a (run %s), which is RUNNING".formatted(needed));
            assertThat(nearest.blocking()).isEqualTo(needed);
            site.until("b", ProviderState.RUNNING);
            assertThat(why(site, "b").causes())
                    .extracting(Why.Cause::kind)
                    .containsAnyOf(Kind.STARTING, Kind.EXECUTING, Kind.RECORDING)
                    .doesNotContain(Kind.DEPENDENCY);
        }
    }

    @Test
    void aFailureThatBlocksIsNamed() throws Exception {
        Numbers first =
                new Numbers(ProviderConfig.of("a", "numbers").retries(0, Duration.ofSeconds(5)), 30)
                        .before((_, _) -> {
                            throw Numbers.failing("the line is dead");
                        });
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (Site site = site(first, second)) {
            site.start("b");
            site.until("main", MacroState.STABILIZING);
            assertThat(why(site, "b").text())
                    .contains("which is TERMINATED (failed: gave up after 0 retries: the line is");
        }
    }

    @Test
    void whoeverLooksWithoutAnEngineIsToldTheSame() throws Exception {
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        RunId blocked;
        RunId needed;
        try (Site site = site(slow("a", 300), second)) {
            site.start("b");
            site.until("a", ProviderState.RUNNING);
            site.tell(Order.Verb.PAUSE, "a");
            site.until("a", ProviderState.PAUSED);
            blocked = site.last("b");
            needed = site.last("a");
        }
        try (Store store = SqliteStore.openReadOnly(directory.resolve("store"))) {
            Offline offline = Offline.on(store, Orchestrator.explaining());
            assertThat(offline.why(blocked).text())
                    .contains("no engine is open; b is blocked by a (run %s)".formatted(needed))
                    .contains("which is PAUSED (paused by tester at ", ": because)");
            assertThat(offline.why(needed).text()).contains("; paused by tester at ");
            assertThat(Offline.on(store).why(blocked).text()).doesNotContain("blocked by");
        }
    }

    @Test
    void aPauseIsToldWithWhoAndWhenAndWhy() throws Exception {
        try (Site site = site(slow("a", 300))) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.tell(Order.Verb.PAUSE, "a");
            site.until("a", ProviderState.PAUSED);
            Waiting.Pause pause = site.stats("a").waiting().pause();
            assertThat(pause.by()).isEqualTo("tester");
            assertThat(pause.reason()).isEqualTo("because");
            assertThat(pause.at()).isEqualTo(site.stats("a").updatedAt());
            assertThat(site.stats("a").waitsFor()).matches("paused by tester at \\S+Z: because");
            assertSame(site, "a", Kind.PAUSED);
            site.calm();
            assertThat(site.events().getLast().detail()).isEqualTo(site.stats("a").waitsFor());
            site.tell(Order.Verb.RESUME, "a");
            site.until("a", ProviderState.RUNNING);
            assertThat(site.stats("a").waiting().pause()).isNull();
        }
    }

    @Test
    void aSourceThatAsksForPatienceIsNamedWithTheTime() throws Exception {
        List<SourceException> troubles = new ArrayList<>();
        Numbers limited =
                Numbers.of("a", 30)
                        .before((_, _) -> {
                            if (!troubles.isEmpty()) throw troubles.removeFirst();
                        });
        try (Site site = site(limited)) {
            Instant until = site.sim().host().now().plus(Duration.ofHours(3));
            troubles.add(SourceException.throttled("429 Too Many Requests", until));
            site.start("a");
            site.until("a", ProviderState.WAITING_BACKOFF);
            assertSame(site, "a", Kind.BACK_OFF);
            assertThat(why(site, "a").movesAt()).isEqualTo(until);
        }
    }

    @Test
    void whoWaitsForPermitsIsToldWhoHasThem() throws Exception {
        Numbers other = new Numbers(ProviderConfig.of("b", "numbers").terms(Terms.upTo(1)), 30);
        try (Site site = site(slow("a", 300), other)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.start("b");
            site.until("b", ProviderState.ACQUIRING);
            site.calm();
            assertThat(site.stats("b").waitsFor())
                    .isEqualTo("waits for permits: 1 of 1 are given out (a 1)");
            assertSame(site, "b", Kind.PERMITS);
            site.tell(Order.Verb.FREEZE);
            assertThat(site.stats("b").waitsFor()).contains("they are frozen");
            site.tell(Order.Verb.DRAIN);
            site.calm();
            assertThat(site.stats("b").waitsFor()).contains("everything drains");
        }
    }
}

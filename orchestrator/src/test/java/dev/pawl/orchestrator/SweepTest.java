package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.MacroState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is let go when it is old, and what is not.
@Timeout(120)
final class SweepTest {
    private static final Duration KEPT = Duration.ofDays(30);

    @TempDir private Path directory;

    private Site site(Numbers... numbers) {
        return Site.of(directory, options -> options.retention(KEPT), numbers);
    }

    /// Runs a cycle, and lets time pass.
    private static void cycle(Site site, String id, Duration after) throws InterruptedException {
        site.start(id);
        site.until("main", MacroState.ORCHESTRATING);
        site.until("main", MacroState.STABILIZING);
        site.sim().pass(after);
    }

    private static List<Long> checkpoints(Site site, String id) {
        return site.sim()
                .engine()
                .query(
                        "select items from provider_checkpoints where provider = ? order by items",
                        row -> row.number(1),
                        id);
    }

    @Test
    void whatIsOldGoesAndWhatIsNotStays() throws Exception {
        try (Site site = site(Numbers.of("a", 250))) {
            cycle(site, "a", KEPT.minusDays(1));
            cycle(site, "a", Duration.ofDays(2));
            assertThat(site.events().getFirst().number()).isEqualTo(1);
            assertThat(site.board().checkpoints("a", false, 1_000)).hasSize(250);
            assertThat(checkpoints(site, "a")).containsExactly(100L, 200L, 300L, 400L, 500L);
            cycle(site, "a", Duration.ofHours(1));
            Instant cutoff = site.sim().host().now().minus(KEPT);
            List<Event> events = site.events();
            assertThat(events.getFirst().at()).isAfter(cutoff);
            assertThat(events.getLast().number() - events.getFirst().number())
                    .isEqualTo(events.size() - 1L);
            assertThat(site.board().audit(1_000))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.at()).isAfter(cutoff));
            assertThat(checkpoints(site, "a")).containsExactly(300L, 400L, 500L, 600L, 700L);
            assertThat(site.board().checkpoints("a", false, 1_000)).hasSize(1);
            assertThat(site.numbers("a")).hasSize(250);
        }
    }

    @Test
    void manyGoBiteByBite() throws Exception {
        int many = 2 * Sweep.BITE + 500;
        try (Site site = site(Numbers.of("a", many), Numbers.of("b", 10))) {
            cycle(site, "a", KEPT.multipliedBy(2));
            assertThat(site.board().checkpoints("a", false, many)).hasSize(many);
            cycle(site, "b", Duration.ofMinutes(1));
            assertThat(site.board().checkpoints("a", false, many)).hasSize(1);
        }
    }

    @Test
    void failuresAndTheLastCycleStayHoweverOld() throws Exception {
        try (Site site = site(Numbers.of("a", 250).poison(100), Numbers.of("b", 10))) {
            cycle(site, "a", KEPT.multipliedBy(10));
            cycle(site, "b", Duration.ofDays(1));
            cycle(site, "b", Duration.ofDays(1));
            assertThat(site.board().checkpoints("a", true, 1_000)).hasSize(2);
            assertThat(site.board().checkpoints("a", false, 1_000))
                    .extracting(Board.Checkpoint::urn)
                    .containsExactlyInAnyOrder("n:100", "n:200", "n:250");
            assertThat(checkpoints(site, "a")).containsExactly(100L, 200L);
            assertThat(site.stats("a").row().times().lastCheckpoint()).isEqualTo("n:250");
            assertThat(site.board().quarantine("a", 10)).hasSize(2);
            site.restart();
            cycle(site, "a", Duration.ofMinutes(1));
            assertThat(site.stats("a").row().counts().processedTotal()).isEqualTo(500);
        }
    }
}

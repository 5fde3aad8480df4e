package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SimHost;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole orchestration, killed before and after each durable write: whatever is killed, all items
/// are there once, all counters are right (V9), and no event is missing or told twice (V7).
@Timeout(600)
final class CrashTest {
    /// Of all moments every n-th is taken, of those before and those after a write.
    private static final int EVERY = Rounds.areTimed() ? 1 : 5;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void itEndsTheSameWhereverItIsKilled() throws Exception {
        Life calm = new Life(directory.resolve("calm"));
        calm.live(Faults.NONE);
        Map<String, Object> expected = calm.result();
        long writes = calm.writes();
        assertThat(writes).isGreaterThan(30);
        long moments = 2 * writes;
        for (long moment = 0; moment < moments; moment += EVERY) {
            Life life = new Life(directory.resolve("life-" + moment));
            long write = 1 + moment / 2;
            boolean after = moment % 2 == 1;
            life.live(write, after);
            assertThat(life.result())
                    .as("killed %s write %d", after ? "after" : "before", write)
                    .isEqualTo(expected);
        }
        IO.println(
                "CrashTest of the orchestrator: volume: every %d. of %d moments"
                        .formatted(EVERY, moments));
    }

    /// One process, which may be killed once.
    private static final class Life {
        private static final Instant SOON = Instant.parse("2025-01-01T00:10:00Z");

        private final Site site;
        private long writes;

        Life(Path place) {
            Numbers first =
                    new Numbers(ProviderConfig.of("a", "numbers").batches(100), 250).poison(70);
            Numbers second =
                    new Numbers(ProviderConfig.of("b", "numbers").batches(100).after("a"), 120)
                            .before((from, _) -> {
                                if (from == 100 && now().isBefore(SOON)) {
                                    throw SourceException.throttled("busy", SOON);
                                }
                            });
            site = Site.asleep(place, options -> options.permits(2), first, second);
        }

        private Instant now() {
            return site.sim().host().now();
        }

        void live(long write, boolean after) throws InterruptedException {
            List<Long> deaths = new ArrayList<>();
            Runnable death =
                    () -> {
                        deaths.add(write);
                        site.sim().crash();
                    };
            live(after ? Faults.afterCommit(write, death) : Faults.beforeCommit(write, death));
            assertThat(deaths).as("deaths at write %d", write).containsExactly(write);
        }

        void live(Faults faults) throws InterruptedException {
            site.sim().faults(faults);
            try {
                drive();
            } catch (SimHost.Crashed _) {
                // It is what the test is about.
            }
            writes = site.sim().writes();
            while (!site.sim().isAlive() || !isOver()) {
                if (site.sim().isAlive()) site.sim().crash();
                site.sim().faults(Faults.NONE);
                drive();
            }
        }

        /// Begins, asks for everything that has not come, and waits for the end.
        private void drive() throws InterruptedException {
            site.begin();
            if (!site.sim().isAlive()) return;
            boolean idle =
                    site.board().providers().stream().noneMatch(each -> each.row().isWanted());
            if (!isOver() && idle) {
                var order = site.orchestrator().order(Order.start(false, "tester", List.of()));
                site.sim().call((Engine engine) -> engine.start(order.idempotency("once")));
            }
            site.sim()
                    .host()
                    .runUntil(() ->
                            !site.sim().isAlive() || site.isIn("main", MacroState.STABILIZING));
            if (site.sim().isAlive()) site.sim().pass(Duration.ofSeconds(1));
        }

        private boolean isOver() {
            return site.board().providers().stream()
                            .filter(each -> "COMPLETED".equals(each.row().cause()))
                            .count()
                    == 2;
        }

        long writes() {
            return writes;
        }

        Map<String, Object> result() {
            Map<String, Object> result = new TreeMap<>();
            for (String id : List.of("a", "b")) {
                result.put("numbers of " + id, site.numbers(id));
                result.put("counts of " + id, site.stats(id).row().counts());
                result.put("outcomes of " + id, site.board().checkpoints(id, false, 1_000).size());
                result.put("events of " + id, story(id));
            }
            result.put("quarantine", site.board().quarantine("", 100).size());
            List<Event> events = site.events();
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i).number()).isEqualTo(i + 1);
            }
            assertThat(site.sim().store().verify()).isEmpty();
            site.close();
            return result;
        }

        /// Returns what was told of a provider, but for permits: a death takes them.
        private List<String> story(String id) {
            return site.events().stream()
                    .filter(each -> each.provider().equals(id))
                    .filter(each -> !each.type().name().startsWith("QUOTA"))
                    .map(each -> each.type() + " " + each.count())
                    .toList();
        }
    }
}

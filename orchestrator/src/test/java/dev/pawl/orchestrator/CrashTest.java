package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.run.Run;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
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

/// A whole orchestration, killed before and after each durable write: every item is written once,
/// all counters are right (V9), and no event is missing or repeated (V7).
@Timeout(600)
final class CrashTest {
    /// Every n-th moment is tested, of those before and those after a write.
    private static final int EVERY = Rounds.areTimed() ? 1 : 5;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void endsTheSameWhereverItIsKilled() throws Exception {
        Execution calm = new Execution(directory.resolve("calm"));
        calm.run(StoreFaults.NONE);
        Map<String, Object> expected = calm.result();
        long writes = calm.writes();
        assertThat(writes).isGreaterThan(30);
        long moments = 2 * writes;
        for (long moment = 0; moment < moments; moment += EVERY) {
            Execution execution = new Execution(directory.resolve("killed-" + moment));
            long write = 1 + moment / 2;
            boolean after = moment % 2 == 1;
            execution.run(write, after);
            assertThat(execution.result())
                    .as("killed %s write %d", after ? "after" : "before", write)
                    .isEqualTo(expected);
        }
        IO.println(
                "CrashTest of the orchestrator: volume: every %d. of %d moments"
                        .formatted(EVERY, moments));
    }

    /// One orchestration from start to end, whose process may be killed once.
    private static final class Execution {
        private static final Instant SOON = Instant.parse("2025-01-01T00:10:00Z");

        private final SimOrchestration orchestration;
        private long writes;

        Execution(Path place) {
            Numbers first =
                    new Numbers(ProviderConfig.of("a", "numbers").batches(100), 250).poison(70);
            Numbers second =
                    new Numbers(ProviderConfig.of("b", "numbers").batches(100).after("a"), 120)
                            .before((from, _) -> {
                                if (from == 100 && now().isBefore(SOON)) {
                                    throw SourceException.throttled("busy", SOON);
                                }
                            });
            orchestration =
                    SimOrchestration.stopped(place, options -> options.permits(2), first, second);
        }

        private Instant now() {
            return orchestration.sim().host().now();
        }

        void run(long write, boolean after) throws InterruptedException {
            List<Long> kills = new ArrayList<>();
            Runnable kill =
                    () -> {
                        kills.add(write);
                        orchestration.sim().crash();
                    };
            run(
                    after
                            ? StoreFaults.afterCommit(write, kill)
                            : StoreFaults.beforeCommit(write, kill));
            assertThat(kills).as("kills at write %d", write).containsExactly(write);
        }

        void run(StoreFaults faults) throws InterruptedException {
            orchestration.sim().faults(faults);
            try {
                drive();
            } catch (SimHost.Crashed _) {
                // The kill that the test is about.
            }
            writes = orchestration.sim().writes();
            requirePermitsAsInStates();
            while (!orchestration.sim().isAlive() || !isOver()) {
                if (orchestration.sim().isAlive()) orchestration.sim().crash();
                orchestration.sim().faults(StoreFaults.NONE);
                drive();
            }
        }

        /// Starts, orders everything that has not completed, and waits for the end.
        private void drive() throws InterruptedException {
            orchestration.open();
            if (!orchestration.sim().isAlive()) return;
            boolean idle =
                    orchestration.view().providers().stream()
                            .noneMatch(each -> each.row().isWanted());
            if (!isOver() && idle) {
                var order = orchestration.orchestrator().order(Order.start().by("tester"));
                orchestration
                        .sim()
                        .call((Engine engine) -> engine.start(order.idempotency("once")));
            }
            orchestration
                    .sim()
                    .host()
                    .runUntil(() ->
                            !orchestration.sim().isAlive()
                                    || orchestration.isIn("main", MacroState.STABILIZING));
            if (orchestration.sim().isAlive()) orchestration.sim().pass(Duration.ofSeconds(1));
        }

        /// Permits are rows that commit with transitions: a process that dies leaves no provider
        /// RUNNING without one, none in another state with one, and not more than there are.
        private void requirePermitsAsInStates() {
            Store store = orchestration.sim().store();
            // Before its first commit the process has no tables.
            if (store.runs(Filter.ALL.machine(ProviderState.MACHINE), Page.newest(1)).isEmpty()) {
                return;
            }
            int total = 0;
            for (String id : List.of("a", "b")) {
                int held = PermitRow.find(store::query, id).held();
                Filter runs = Filter.ALL.machine(ProviderState.MACHINE).key(id);
                Run last = store.runs(runs, Page.newest(1)).stream().findFirst().orElse(null);
                ProviderState state = ProviderState.of(last);
                boolean mayHold =
                        state == ProviderState.RUNNING || state == ProviderState.ACQUIRING;
                if (held > 0) assertThat(mayHold).as("%s holds %d as %s", id, held, state).isTrue();
                if (state == ProviderState.RUNNING) assertThat(held).as(id).isPositive();
                total += held;
            }
            assertThat(total).isLessThanOrEqualTo(2);
        }

        private boolean isOver() {
            return orchestration.view().providers().stream()
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
                result.put("numbers of " + id, orchestration.numbers(id));
                result.put("counts of " + id, orchestration.stats(id).row().counts());
                result.put(
                        "outcomes of " + id,
                        orchestration.view().checkpoints(id, false, 1_000).size());
                result.put("events of " + id, events(id));
            }
            result.put("quarantine", orchestration.view().quarantine("", 100).size());
            List<ProviderEvent> events = orchestration.events();
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i).number()).isEqualTo(i + 1);
            }
            assertThat(orchestration.permits()).isEmpty();
            assertThat(permits("granted")).isPositive().isEqualTo(permits("returned", "released"));
            assertThat(orchestration.sim().store().verify()).isEmpty();
            orchestration.close();
            return result;
        }

        /// Returns how many permits the audit has with these actions.
        private long permits(String... actions) {
            return orchestration.view().audit(10_000).stream()
                    .filter(each -> List.of(actions).contains(each.action()))
                    .mapToLong(OrchestrationView.PermitEntry::count)
                    .sum();
        }

        /// Returns the events of a provider, except for permits, which a crash costs it.
        private List<String> events(String id) {
            return orchestration.events().stream()
                    .filter(each -> each.provider().equals(id))
                    .filter(each -> !each.type().name().startsWith("QUOTA"))
                    .map(each -> each.type() + " " + each.count())
                    .toList();
        }
    }
}

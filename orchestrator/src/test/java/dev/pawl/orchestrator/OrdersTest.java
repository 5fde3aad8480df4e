package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people ask for, and what comes of it.
@Timeout(120)
final class OrdersTest {
    @TempDir private Path directory;
    private final List<Site> sites = new ArrayList<>();

    /// Takes a second of time for each portion.
    private Numbers slow(String id, long last) {
        return slow(Numbers.of(id, last));
    }

    private Numbers slow(Numbers numbers) {
        return numbers.before((_, _) ->
                sites.getFirst()
                        .sim()
                        .host()
                        .await(
                                new Signal(),
                                sites.getFirst().sim().host().now().plus(Duration.ofSeconds(1))));
    }

    private Site site(Numbers... numbers) {
        Site site = Site.of(directory, numbers);
        sites.add(site);
        return site;
    }

    /// V1: after a pause there is one reader again, not a second beside the first.
    @Test
    void pauseHoldsAndResumeGoesOnWhereItWas() throws Exception {
        Numbers numbers = slow("a", 300);
        try (Site site = site(numbers)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(4));
            site.tell(Order.Verb.PAUSE, "a");
            site.until("a", ProviderState.PAUSED);
            int before = site.numbers("a").size();
            site.sim().pass(Duration.ofHours(1));
            assertThat(before).isBetween(10, 290);
            assertThat(site.numbers("a")).hasSize(before);
            assertThat(site.board().pool().held()).isEmpty();
            assertThat(site.refused(Order.of(Order.Verb.PAUSE, "tester", "", "a")))
                    .contains("PAUSED", "(accepts: Stop, Resume)");
            site.tell(Order.Verb.RESUME, "a");
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
            site.calm();
            assertThat(site.told("a"))
                    .containsExactly(
                            Event.Type.PROVIDER_STARTED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.PROVIDER_PAUSED,
                            Event.Type.PROVIDER_RESUMED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.PROVIDER_COMPLETED);
        }
    }

    @Test
    void stopEndsItAndStartBeginsWhereItStopped() throws Exception {
        Numbers numbers = slow("a", 200);
        try (Site site = site(numbers)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(4));
            site.tell(Order.Verb.STOP, "a");
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.stats("a").row().cause()).isEqualTo("STOPPED");
            assertThat(site.stats("a").row().detail()).isEqualTo("stopped by tester: because");
            assertThat(site.told("a")).endsWith(Event.Type.PROVIDER_FAILED);
            assertThat(site.refused(Order.of(Order.Verb.RESUME, "tester", "", "a")))
                    .contains("TERMINATED", "(accepts: START)");
            int before = site.numbers("a").size();
            assertThat(before).isBetween(10, 190);
            site.start("a");
            site.until("a", ProviderState.ACQUIRING);
            site.until("a", ProviderState.TERMINATED);
            site.calm();
            assertThat(site.stats("a").row().cause()).isEqualTo("COMPLETED");
            assertThat(site.stats("a").row().cycle()).isEqualTo(1);
            assertThat(site.numbers("a")).hasSize(200);
        }
    }

    @Test
    void whatDoesNotWorkNeedNotBeStopped() throws Exception {
        try (Site site = site(Numbers.of("a", 10))) {
            site.tell(Order.Verb.STOP, "a");
            assertThat(site.state("a")).isEqualTo(ProviderState.IDLE);
            assertThat(site.refused(Order.of(Order.Verb.PAUSE, "tester", "", "a")))
                    .contains("'IDLE'", "(accepts: Start)");
            assertThat(site.refused(Order.of(Order.Verb.PAUSE, "tester", "", "b")))
                    .contains("there is no provider 'b' (there are: a)");
        }
    }

    /// V8: the moves of the whole are durable, like all.
    @Test
    void aSecondCycleIsAnotherRunAndMovesTheWholeBack() throws Exception {
        try (Site site = site(Numbers.of("a", 20))) {
            site.start("a");
            site.until("main", MacroState.STABILIZING);
            site.start("a");
            site.until("main", MacroState.ORCHESTRATING);
            site.until("main", MacroState.STABILIZING);
            site.calm();
            assertThat(site.stats("a").row().cycle()).isEqualTo(2);
            assertThat(site.stats("a").row().counts().changes().unchanged()).isEqualTo(20);
        }
    }

    @Test
    void dependentsStartByThemselvesWhenAllTheyNeedIsThere() throws Exception {
        Numbers first = slow("a", 30);
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        Numbers third = new Numbers(ProviderConfig.of("c", "numbers").after("a", "b"), 30);
        try (Site site = site(third, second, first)) {
            site.start("c");
            site.calm();
            assertThat(site.stats("b").waitsFor()).isEqualTo("blocked by a");
            assertThat(site.stats("c").waitsFor()).isEqualTo("blocked by a, b");
            site.until("main", MacroState.STABILIZING);
            List<String> completed =
                    site.events().stream()
                            .filter(each -> each.type() == Event.Type.PROVIDER_COMPLETED)
                            .map(Event::provider)
                            .toList();
            assertThat(completed).containsExactly("a", "b", "c");
        }
    }

    @Test
    void whatNeedsAFailedOneStaysBlockedUntilThatIsRetried() throws Exception {
        List<String> broken = new ArrayList<>(List.of("broken"));
        Numbers first =
                new Numbers(ProviderConfig.of("a", "numbers").retries(1, Duration.ofSeconds(5)), 30)
                        .before((_, _) -> {
                            if (!broken.isEmpty()) throw Numbers.failing("the line is dead");
                        });
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (Site site = site(first, second)) {
            site.start("a", "b");
            site.until("main", MacroState.STABILIZING);
            assertThat(site.stats("a").row().detail())
                    .isEqualTo("gave up after 1 retries: the line is dead");
            assertThat(site.stats("b").waitsFor()).isEqualTo("blocked by a");
            broken.clear();
            site.tell(Order.Verb.RETRY, "a");
            site.until("main", MacroState.ORCHESTRATING);
            site.until("main", MacroState.STABILIZING);
            assertThat(site.numbers("b")).hasSize(30);
        }
    }

    @Test
    void aSparingOrderStartsThoseThatAreFreeAndNamesTheOthers() throws Exception {
        try (Site site = site(slow("a", 300), Numbers.of("b", 30))) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            Order both = Order.start(false, "tester", List.of("a", "b"));
            assertThat(site.refused(both)).contains("a is RUNNING, which does not accept START");
            assertThat(site.state("b")).isEqualTo(ProviderState.IDLE);
            Run run = site.order(both.sparing());
            Order.Result result = site.sim().engine().result(site.orchestrator().orders(), run);
            assertThat(result.done()).containsExactly("a was at work (RUNNING)", "b is to start");
            site.until("b", ProviderState.TERMINATED);
            assertThat(site.state("a")).isEqualTo(ProviderState.RUNNING);
            assertThat(site.numbers("b")).hasSize(30);
        }
    }

    @Test
    void drainTakesAllPermitsAndTheNextBeginningGoesOn() throws Exception {
        Numbers numbers = slow("a", 300);
        try (Site site = site(numbers)) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.sim().pass(Duration.ofSeconds(4));
            site.tell(Order.Verb.DRAIN);
            site.sim()
                    .until(() ->
                            site.sim().engine().tally().stream()
                                    .noneMatch(each ->
                                            each.machine().name().equals(MacroMachine.NAME)));
            assertThat(site.board().macro().orElseThrow().state()).isEqualTo("DRAINED");
            int before = site.numbers("a").size();
            site.sim().pass(Duration.ofMinutes(1));
            assertThat(site.numbers("a")).hasSize(before);
            assertThat(site.sim().engine().pools().leases(Workshop.POOL)).isEmpty();
            site.sim().tell(site.orchestrator()::begin);
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
        }
    }
}

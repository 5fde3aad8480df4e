package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
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

/// What each order does.
@Timeout(120)
final class OrdersTest {
    @TempDir private Path directory;
    private final List<SimOrchestration> orchestrations = new ArrayList<>();

    /// Takes a second for each chunk.
    private Numbers slow(String id, long last) {
        return slow(Numbers.of(id, last));
    }

    private Numbers slow(Numbers numbers) {
        return numbers.before((_, _) ->
                orchestrations
                        .getFirst()
                        .sim()
                        .host()
                        .await(
                                new Signal(),
                                orchestrations
                                        .getFirst()
                                        .sim()
                                        .host()
                                        .now()
                                        .plus(Duration.ofSeconds(1))));
    }

    private SimOrchestration orchestration(Numbers... numbers) {
        SimOrchestration orchestration = SimOrchestration.of(directory, numbers);
        orchestrations.add(orchestration);
        return orchestration;
    }

    /// V1: after a pause there is one reader, not a second beside the first.
    @Test
    void pauseStopsAndResumeContinuesAtTheCursor() throws Exception {
        Numbers numbers = slow("a", 300);
        try (SimOrchestration orchestration = orchestration(numbers)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(4));
            orchestration.give(Order.Verb.PAUSE, "a");
            orchestration.until("a", ProviderState.PAUSED);
            int before = orchestration.numbers("a").size();
            orchestration.sim().pass(Duration.ofHours(1));
            assertThat(before).isBetween(10, 290);
            assertThat(orchestration.numbers("a")).hasSize(before);
            assertThat(orchestration.view().pool().held()).isEmpty();
            assertThat(orchestration.refused(Order.pause("a").by("tester")))
                    .contains("PAUSED", "(accepts: Stop, Resume)");
            orchestration.give(Order.Verb.RESUME, "a");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
            orchestration.settle();
            assertThat(orchestration.eventTypes("a"))
                    .containsExactly(
                            ProviderEvent.Type.PROVIDER_STARTED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.PROVIDER_PAUSED,
                            ProviderEvent.Type.PROVIDER_RESUMED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.PROVIDER_COMPLETED);
        }
    }

    @Test
    void stopEndsAProviderAndStartContinuesAtTheCursor() throws Exception {
        Numbers numbers = slow("a", 200);
        try (SimOrchestration orchestration = orchestration(numbers)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(4));
            orchestration.give(Order.Verb.STOP, "a");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.stats("a").row().cause()).isEqualTo("STOPPED");
            assertThat(orchestration.stats("a").row().detail())
                    .isEqualTo("stopped by tester: because");
            assertThat(orchestration.eventTypes("a")).endsWith(ProviderEvent.Type.PROVIDER_FAILED);
            assertThat(orchestration.refused(Order.resume("a").by("tester")))
                    .contains("TERMINATED", "(accepts: START)");
            int before = orchestration.numbers("a").size();
            assertThat(before).isBetween(10, 190);
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            assertThat(orchestration.stats("a").row().cause()).isEqualTo("COMPLETED");
            assertThat(orchestration.stats("a").row().cycle()).isEqualTo(1);
            assertThat(orchestration.numbers("a")).hasSize(200);
        }
    }

    @Test
    void stoppingAnInactiveProviderDoesNothing() throws Exception {
        try (SimOrchestration orchestration = orchestration(Numbers.of("a", 10))) {
            orchestration.give(Order.Verb.STOP, "a");
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.IDLE);
            assertThat(orchestration.refused(Order.pause("a").by("tester")))
                    .contains("'IDLE'", "(accepts: Start)");
            assertThat(orchestration.refused(Order.pause("b").by("tester")))
                    .contains("there is no provider 'b' (there are: a)");
        }
    }

    /// V8: the transitions of the macro lifecycle are durable.
    @Test
    void aSecondCycleIsAnotherRunAndMovesTheMacroLifecycleBack() throws Exception {
        try (SimOrchestration orchestration = orchestration(Numbers.of("a", 20))) {
            orchestration.start("a");
            orchestration.until("main", MacroState.STABILIZING);
            orchestration.start("a");
            orchestration.until("main", MacroState.ORCHESTRATING);
            orchestration.until("main", MacroState.STABILIZING);
            orchestration.settle();
            assertThat(orchestration.stats("a").row().cycle()).isEqualTo(2);
            assertThat(orchestration.stats("a").row().counts().changes().unchanged()).isEqualTo(20);
        }
    }

    @Test
    void dependentsStartWhenAllDependenciesHaveCompleted() throws Exception {
        Numbers first = slow("a", 30);
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        Numbers third = new Numbers(ProviderConfig.of("c", "numbers").after("a", "b"), 30);
        try (SimOrchestration orchestration = orchestration(third, second, first)) {
            orchestration.start("c");
            orchestration.settle();
            assertThat(orchestration.stats("b").waitsFor()).isEqualTo("blocked by a");
            assertThat(orchestration.stats("c").waitsFor()).isEqualTo("blocked by a, b");
            orchestration.until("main", MacroState.STABILIZING);
            List<String> completed =
                    orchestration.events().stream()
                            .filter(each -> each.type() == ProviderEvent.Type.PROVIDER_COMPLETED)
                            .map(ProviderEvent::provider)
                            .toList();
            assertThat(completed).containsExactly("a", "b", "c");
        }
    }

    @Test
    void aDependentOfAFailedProviderStaysBlockedUntilARetry() throws Exception {
        List<String> broken = new ArrayList<>(List.of("broken"));
        Numbers first =
                new Numbers(ProviderConfig.of("a", "numbers").retries(1, Duration.ofSeconds(5)), 30)
                        .before((_, _) -> {
                            if (!broken.isEmpty()) throw Numbers.failing("the line is dead");
                        });
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (SimOrchestration orchestration = orchestration(first, second)) {
            orchestration.start("a", "b");
            orchestration.until("main", MacroState.STABILIZING);
            assertThat(orchestration.stats("a").row().detail())
                    .isEqualTo("gave up after 1 retries: the line is dead");
            assertThat(orchestration.stats("b").waitsFor()).isEqualTo("blocked by a");
            broken.clear();
            orchestration.give(Order.Verb.RETRY, "a");
            orchestration.until("main", MacroState.ORCHESTRATING);
            orchestration.until("main", MacroState.STABILIZING);
            assertThat(orchestration.numbers("b")).hasSize(30);
        }
    }

    @Test
    void aSparingOrderStartsInactiveProvidersAndNamesTheActiveOnes() throws Exception {
        try (SimOrchestration orchestration = orchestration(slow("a", 300), Numbers.of("b", 30))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            Order both = Order.start("a", "b").by("tester");
            assertThat(orchestration.refused(both))
                    .contains("a is RUNNING, which does not accept START");
            assertThat(orchestration.state("b")).isEqualTo(ProviderState.IDLE);
            Run run = orchestration.order(both.onlyIdle());
            Order.Result result =
                    orchestration.sim().engine().result(orchestration.orchestrator().orders(), run);
            assertThat(result.done())
                    .containsExactly("a is already active (RUNNING)", "b will start");
            orchestration.until("b", ProviderState.TERMINATED);
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.RUNNING);
            assertThat(orchestration.numbers("b")).hasSize(30);
        }
    }

    @Test
    void drainingTakesAllPermitsAndTheNextStartResumes() throws Exception {
        Numbers numbers = slow("a", 300);
        try (SimOrchestration orchestration = orchestration(numbers)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(4));
            orchestration.give(Order.Verb.DRAIN);
            orchestration
                    .sim()
                    .until(() ->
                            orchestration.sim().engine().tally().stream()
                                    .noneMatch(each ->
                                            each.machine().name().equals(MacroState.MACHINE)));
            assertThat(orchestration.view().macro().orElseThrow().state()).isEqualTo("DRAINED");
            int before = orchestration.numbers("a").size();
            orchestration.sim().pass(Duration.ofMinutes(1));
            assertThat(orchestration.numbers("a")).hasSize(before);
            assertThat(orchestration.permits()).isEmpty();
            orchestration.sim().perform(orchestration.orchestrator()::start);
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(300);
            assertThat(numbers.readersMost()).isEqualTo(1);
        }
    }
}

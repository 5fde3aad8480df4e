package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.ErrorBudget;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How permits are distributed, and what a provider does with more or fewer of them.
@Timeout(120)
final class PermitsTest {
    private static final Allowance ANY =
            new Allowance(1, 200, 20, Allowance.ANY, ErrorBudget.Action.CONTINUE);

    @TempDir private Path directory;
    private final List<SimOrchestration> orchestrations = new ArrayList<>();
    private final AtomicInteger mapping = new AtomicInteger();

    private SimOrchestration orchestration(int permits, Numbers... numbers) {
        SimOrchestration orchestration =
                SimOrchestration.of(directory, options -> options.permits(permits), numbers);
        orchestrations.add(orchestration);
        return orchestration;
    }

    /// Each item takes a tenth of a second to map, so a batch takes a second.
    private Numbers busy(String id, int max) {
        ProviderConfig config =
                ProviderConfig.of(id, "numbers")
                        .batches(10)
                        .terms(new PermitTerms(0, 1, 1, max))
                        .limits(SourceLimits.UNLIMITED.errors(ANY));
        return new Numbers(config, 100_000)
                .mapping(n -> {
                    mapping.incrementAndGet();
                    try {
                        var host = orchestrations.getFirst().sim().host();
                        host.await(new Signal(), host.now().plus(Duration.ofMillis(100)));
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    mapping.decrementAndGet();
                });
    }

    private int workers() {
        return mapping.get();
    }

    /// V2: a running provider follows the number of its permits.
    @Test
    void runsAsManyWorkersAsThereArePermits() throws Exception {
        try (SimOrchestration orchestration = orchestration(10, busy("a", 4))) {
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(4);
            assertThat(orchestration.view().pool().held()).containsEntry("a", 4);
            orchestration.order(Order.permits(2).by("tester"));
            orchestration.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(2);
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.RUNNING);
            assertThat(orchestration.view().pool().held()).containsEntry("a", 2);
            orchestration.order(Order.permits(3).by("tester"));
            orchestration.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(3);
            assertThat(orchestration.eventTypes("a"))
                    .containsExactly(
                            ProviderEvent.Type.PROVIDER_STARTED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.QUOTA_REVOKED,
                            ProviderEvent.Type.QUOTA_GRANTED);
            assertThat(orchestration.events().get(0).number()).isEqualTo(1);
        }
    }

    /// V6: a revocation is addressed to one holder, with its number.
    @Test
    void aNewProviderGetsItsShareAndNoProviderLosesItsLastPermit() throws Exception {
        try (SimOrchestration orchestration = orchestration(4, busy("a", 4), busy("b", 4))) {
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(5));
            assertThat(orchestration.view().pool().held()).containsEntry("a", 4);
            orchestration.start("b");
            orchestration.sim().pass(Duration.ofSeconds(10));
            assertThat(orchestration.view().pool().held())
                    .containsEntry("a", 2)
                    .containsEntry("b", 2);
            assertThat(workers()).isEqualTo(4);
            assertThat(orchestration.eventTypes("a"))
                    .doesNotContain(ProviderEvent.Type.PROVIDER_FAILED);
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.RUNNING);
        }
    }

    @Test
    void twoProvidersTakeTurnsWithOnePermit() throws Exception {
        try (SimOrchestration orchestration = orchestration(1, busy("a", 4), busy("b", 4))) {
            orchestration.start("a", "b");
            orchestration.sim().pass(Duration.ofMinutes(3));
            assertThat(workers()).isLessThanOrEqualTo(1);
            assertThat(orchestration.numbers("a")).hasSizeGreaterThan(400);
            assertThat(orchestration.numbers("b")).hasSizeGreaterThan(400);
            assertThat(orchestration.eventTypes("a")).contains(ProviderEvent.Type.QUOTA_REVOKED);
            assertThat(orchestration.eventTypes("b")).contains(ProviderEvent.Type.QUOTA_REVOKED);
        }
    }

    @Test
    void frozenPermitsAreNeitherGrantedNorRevoked() throws Exception {
        try (SimOrchestration orchestration = orchestration(4, busy("a", 4), busy("b", 4))) {
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(5));
            orchestration.give(Order.Verb.FREEZE);
            orchestration.start("b");
            orchestration.sim().pass(Duration.ofMinutes(5));
            assertThat(orchestration.state("b")).isEqualTo(ProviderState.ACQUIRING);
            assertThat(orchestration.stats("b").waitsFor()).contains("waits for permits");
            orchestration.give(Order.Verb.THAW);
            orchestration.sim().pass(Duration.ofSeconds(10));
            assertThat(orchestration.state("b")).isEqualTo(ProviderState.RUNNING);
            assertThat(orchestration.view().audit(1_000))
                    .extracting(OrchestrationView.PermitEntry::action)
                    .contains("granted", "revoked", "returned");
        }
    }

    /// V5: a permit that no provider uses is free again: here there is no such provider.
    @Test
    void permitsWithoutAProviderAreReleased() throws Exception {
        try (SimOrchestration orchestration = orchestration(1, busy("a", 4))) {
            orchestration.grant("ghost");
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(20));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.RUNNING);
            assertThat(orchestration.view().audit(1_000))
                    .filteredOn(each -> each.holder().equals("ghost"))
                    .extracting(OrchestrationView.PermitEntry::action)
                    .containsExactly("released");
        }
    }

    /// A provider that does not react loses its permits at the deadline.
    @Test
    void permitsThatAreNotReturnedInTimeAreTaken() throws Exception {
        List<SimOrchestration> here = new ArrayList<>();
        Numbers stuck =
                Numbers.of("a", 100)
                        .before((_, _) ->
                                here.getFirst()
                                        .sim()
                                        .host()
                                        .await(
                                                new Signal(),
                                                here.getFirst()
                                                        .sim()
                                                        .host()
                                                        .now()
                                                        .plus(Duration.ofDays(1))));
        SimOrchestration orchestration =
                SimOrchestration.of(directory, options -> options.permits(1), stuck, busy("b", 4));
        here.add(orchestration);
        orchestrations.add(orchestration);
        try (orchestration) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.start("b");
            orchestration.sim().pass(Duration.ofSeconds(40));
            assertThat(orchestration.numbers("b")).isNotEmpty();
            assertThat(orchestration.eventTypes("a")).contains(ProviderEvent.Type.QUOTA_REVOKED);
            assertThat(stuck.readersMost()).isEqualTo(1);
        }
    }

    @Test
    void loadLowersTheNumberOfPermitsAndCalmRaisesIt() throws Exception {
        Numbers bad = busy("a", 10).poison(2);
        try (SimOrchestration orchestration = orchestration(10, bad)) {
            orchestration.start("a");
            orchestration.sim().pass(Duration.ofSeconds(30));
            int lowest = orchestration.view().pool().capacity();
            assertThat(lowest).isLessThan(10);
            assertThat(orchestration.view().audit(1_000))
                    .filteredOn(each -> each.action().equals("lowered"))
                    .last()
                    .extracting(OrchestrationView.PermitEntry::reason)
                    .asString()
                    .contains("error rate 50 % is above 10 %, twice");
            bad.poison(0);
            orchestration.sim().pass(Duration.ofMinutes(3));
            assertThat(orchestration.view().pool().capacity()).isGreaterThan(lowest);
            assertThat(orchestration.view().audit(1_000))
                    .extracting(OrchestrationView.PermitEntry::action)
                    .contains("raised");
        }
    }

    @Test
    void everyPermitIsAccountedFor() throws Exception {
        try (SimOrchestration orchestration =
                orchestration(3, Numbers.of("a", 200), Numbers.of("b", 200))) {
            orchestration.start();
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.until("b", ProviderState.TERMINATED);
            orchestration.settle();
            long granted = count(orchestration, "granted");
            assertThat(granted).isPositive();
            assertThat(count(orchestration, "released") + count(orchestration, "returned"))
                    .isEqualTo(granted);
            assertThat(orchestration.permits()).isEmpty();
        }
    }

    private static long count(SimOrchestration orchestration, String action) {
        return orchestration.view().audit(10_000).stream()
                .filter(each -> each.action().equals(action))
                .mapToLong(OrchestrationView.PermitEntry::count)
                .sum();
    }
}

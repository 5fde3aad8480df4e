package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.ErrorBudget;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How permits are shared out, and what a provider does with more or fewer of them.
@Timeout(120)
final class PermitsTest {
    private static final Allowance ANY =
            new Allowance(1, 200, 20, Allowance.ANY, ErrorBudget.Action.CONTINUE);

    @TempDir private Path directory;
    private final List<Site> sites = new ArrayList<>();
    private final AtomicInteger mapping = new AtomicInteger();

    private Site site(int permits, Numbers... numbers) {
        Site site = Site.of(directory, options -> options.permits(permits), numbers);
        sites.add(site);
        return site;
    }

    /// Each item takes a tenth of a second to map, so a batch takes a second.
    private Numbers busy(String id, int max) {
        ProviderConfig config =
                ProviderConfig.of(id, "numbers")
                        .batches(10)
                        .terms(new Terms(0, 1, 1, max))
                        .pace(Pace.UNLIMITED.errors(ANY));
        return new Numbers(config, 100_000)
                .mapping(n -> {
                    mapping.incrementAndGet();
                    try {
                        var host = sites.getFirst().sim().host();
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

    /// V2: who works hears of more and of fewer permits while it works.
    @Test
    void asManyWorkAsThereArePermitsAndNoMore() throws Exception {
        try (Site site = site(10, busy("a", 4))) {
            site.start("a");
            site.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(4);
            assertThat(site.board().pool().held()).containsEntry("a", 4);
            site.order(Order.of(Order.Verb.PERMITS, 2, "tester"));
            site.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(2);
            assertThat(site.state("a")).isEqualTo(ProviderState.RUNNING);
            assertThat(site.board().pool().held()).containsEntry("a", 2);
            site.order(Order.of(Order.Verb.PERMITS, 3, "tester"));
            site.sim().pass(Duration.ofSeconds(5));
            assertThat(workers()).isEqualTo(3);
            assertThat(site.told("a"))
                    .containsExactly(
                            Event.Type.PROVIDER_STARTED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.QUOTA_REVOKED,
                            Event.Type.QUOTA_GRANTED);
            assertThat(site.events().get(0).number()).isEqualTo(1);
        }
    }

    /// V6: a revocation is addressed to one holder, with its number.
    @Test
    void aNewcomerGetsItsShareAndNobodyLosesItsLast() throws Exception {
        try (Site site = site(4, busy("a", 4), busy("b", 4))) {
            site.start("a");
            site.sim().pass(Duration.ofSeconds(5));
            assertThat(site.board().pool().held()).containsEntry("a", 4);
            site.start("b");
            site.sim().pass(Duration.ofSeconds(10));
            assertThat(site.board().pool().held()).containsEntry("a", 2).containsEntry("b", 2);
            assertThat(workers()).isEqualTo(4);
            assertThat(site.told("a")).doesNotContain(Event.Type.PROVIDER_FAILED);
            assertThat(site.state("a")).isEqualTo(ProviderState.RUNNING);
        }
    }

    @Test
    void withOnePermitForTwoTheyTakeTurns() throws Exception {
        try (Site site = site(1, busy("a", 4), busy("b", 4))) {
            site.start("a", "b");
            site.sim().pass(Duration.ofMinutes(3));
            assertThat(workers()).isLessThanOrEqualTo(1);
            assertThat(site.numbers("a")).hasSizeGreaterThan(400);
            assertThat(site.numbers("b")).hasSizeGreaterThan(400);
            assertThat(site.told("a")).contains(Event.Type.QUOTA_REVOKED);
            assertThat(site.told("b")).contains(Event.Type.QUOTA_REVOKED);
        }
    }

    @Test
    void frozenPermitsStayWhereTheyAre() throws Exception {
        try (Site site = site(4, busy("a", 4), busy("b", 4))) {
            site.start("a");
            site.sim().pass(Duration.ofSeconds(5));
            site.tell(Order.Verb.FREEZE);
            site.start("b");
            site.sim().pass(Duration.ofMinutes(5));
            assertThat(site.state("b")).isEqualTo(ProviderState.ACQUIRING);
            assertThat(site.stats("b").waitsFor()).contains("waits for permits");
            site.tell(Order.Verb.THAW);
            site.sim().pass(Duration.ofSeconds(10));
            assertThat(site.state("b")).isEqualTo(ProviderState.RUNNING);
            assertThat(site.board().audit(1_000))
                    .extracting(Board.PermitEntry::action)
                    .contains("granted", "revoked", "returned");
        }
    }

    /// V5: whoever holds a permit and gives no word loses it: here one that nobody executes.
    @Test
    void aDeadHoldersPermitsComeBack() throws Exception {
        try (Site site = site(1, busy("a", 4))) {
            site.grant("ghost");
            site.start("a");
            site.sim().pass(Duration.ofSeconds(20));
            assertThat(site.state("a")).isEqualTo(ProviderState.ACQUIRING);
            site.sim().pass(Quota.TERM);
            assertThat(site.state("a")).isEqualTo(ProviderState.RUNNING);
        }
    }

    /// A provider that does not look up from its work loses its permits at the deadline.
    @Test
    void permitsThatAreNotGivenBackInTimeAreTakenBack() throws Exception {
        List<Site> here = new ArrayList<>();
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
        Site site = Site.of(directory, options -> options.permits(1), stuck, busy("b", 4));
        here.add(site);
        sites.add(site);
        try (site) {
            site.start("a");
            site.until("a", ProviderState.RUNNING);
            site.start("b");
            site.sim().pass(Duration.ofSeconds(40));
            assertThat(site.numbers("b")).isNotEmpty();
            assertThat(site.told("a")).contains(Event.Type.QUOTA_REVOKED);
            assertThat(stuck.readersMost()).isEqualTo(1);
        }
    }

    @Test
    void loadTakesPermitsAwayAndCalmGivesThemBack() throws Exception {
        Numbers bad = busy("a", 10).poison(2);
        try (Site site = site(10, bad)) {
            site.start("a");
            site.sim().pass(Duration.ofSeconds(30));
            int lowest = site.board().pool().capacity();
            assertThat(lowest).isLessThan(10);
            assertThat(site.board().audit(1_000))
                    .filteredOn(each -> each.action().equals("lowered"))
                    .last()
                    .extracting(Board.PermitEntry::reason)
                    .asString()
                    .contains("error rate 50 % is above 10 %, twice");
            bad.poison(0);
            site.sim().pass(Duration.ofMinutes(3));
            assertThat(site.board().pool().capacity()).isGreaterThan(lowest);
            assertThat(site.board().audit(1_000))
                    .extracting(Board.PermitEntry::action)
                    .contains("raised");
        }
    }

    @Test
    void everyPermitIsAccountedFor() throws Exception {
        try (Site site = site(3, Numbers.of("a", 200), Numbers.of("b", 200))) {
            site.start();
            site.until("a", ProviderState.TERMINATED);
            site.until("b", ProviderState.TERMINATED);
            site.calm();
            long granted = count(site, "granted");
            assertThat(granted).isPositive();
            assertThat(count(site, "released") + count(site, "returned")).isEqualTo(granted);
            assertThat(site.sim().call((Engine engine) -> engine.pools().leases(Workshop.POOL)))
                    .isEmpty();
        }
    }

    private static long count(Site site, String action) {
        return site.board().audit(10_000).stream()
                .filter(each -> each.action().equals(action))
                .count();
    }
}

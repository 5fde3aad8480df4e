package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.SqliteStores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The requests of a feed under a budget of the limiter.
@Timeout(120)
final class BudgetTest {
    private static final int REQUESTS = 10;
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final SimHost host = new SimHost(1, SimPipeline.START);
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 90);
    private final List<Instant> fetched = new ArrayList<>();
    private Pipeline pipeline = pipeline(new Limiter(host));

    private Pipeline pipeline(Limiter limiter) {
        return Pipeline.of(options -> {
            options.feed(feed)
                    .host(host)
                    .budget("numbers", limiter.budget(BudgetSettings.of("api", REQUESTS, WINDOW)));
            SimPipeline.small().accept(options);
        });
    }

    /// Each process has its own limiter.
    private void register(EngineOptions options) {
        Limiter limiter = new Limiter(host);
        limiter.register(options);
        pipeline = pipeline(limiter);
        options.tables(NumbersFeed.TABLES);
        pipeline.register(options);
    }

    private SimEngine open() {
        SimEngine sim = new SimEngine(host, SqliteStores.of(SqliteStore::open), this::register);
        sim.open();
        return sim;
    }

    private RunId start(SimEngine sim) {
        return sim.call(
                (Engine engine) -> engine.start(pipeline.start(RunRequest.full("numbers"))));
    }

    private RunStatus end(SimEngine sim, RunId run) throws InterruptedException {
        return sim.call((Engine engine) -> engine.awaitEnd(run, Duration.ofDays(1)))
                .map(Run::status)
                .orElseThrow();
    }

    /// INV-21: 3 requests of the plan, 12 pages and 3 counts share the budget, across a restart.
    @Test
    void noWindowHasMoreRequestsThanTheBudget() throws Exception {
        feed.before((_, _) -> fetched.add(host.now()));
        try (SimEngine sim = open()) {
            RunId run = start(sim);
            sim.pass(Duration.ofSeconds(30));
            sim.crash();
            sim.open();
            assertThat(end(sim, run)).isEqualTo(RunStatus.COMPLETED);
            assertThat(NumbersFeed.stored(sim.engine()::query, "numbers"))
                    .isEqualTo(feed.expected());
            for (Instant each : fetched) {
                Instant end = each.plus(WINDOW);
                assertThat(fetched.stream().filter(t -> !t.isBefore(each) && t.isBefore(end)))
                        .hasSizeLessThanOrEqualTo(REQUESTS);
            }
            assertThat(Duration.between(SimPipeline.START, fetched.getLast()))
                    .isGreaterThanOrEqualTo(WINDOW);
        }
    }

    /// A 429 pauses all partitions, is no failed try, and `why` names the budget and the server's
    /// words.
    @Test
    void aThrottledRequestPausesAllPartitionsAndWhySaysSo() throws Exception {
        Duration pause = Duration.ofMinutes(5);
        feed.before((page, number) -> {
            fetched.add(host.now());
            if (page.partition().id().equals("partition-1") && number == 1 && page.offset() == 0) {
                throw new FeedThrottled(Throttling.of(429, "300", "api", host.now()).orElseThrow());
            }
        });
        try (SimEngine sim = open()) {
            RunId run = start(sim);
            sim.pass(Duration.ofMinutes(2));
            int before = fetched.size();
            List<String> why =
                    sim
                            .engine()
                            .runs(Filter.ALL.machine(PartitionState.MACHINE), Page.oldest(10))
                            .stream()
                            .map(each -> sim.engine().why(each.id()).text())
                            .toList();
            assertThat(why)
                    .hasSize(3)
                    .anySatisfy(text ->
                            assertThat(text)
                                    .contains("budget 'api' of 10 requests", "throttled", "429"));
            sim.pass(Duration.ofMinutes(2));
            assertThat(fetched).hasSize(before);
            assertThat(end(sim, run)).isEqualTo(RunStatus.COMPLETED);
            assertThat(fetched.getLast()).isAfter(SimPipeline.START.plus(pause));
            assertThat(NumbersFeed.stored(sim.engine()::query, "numbers"))
                    .isEqualTo(feed.expected());
        }
    }
}

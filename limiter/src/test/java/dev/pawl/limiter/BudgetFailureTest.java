package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.machine.Machine;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Budgets in the hands of careless callers, on stores that fail, and their explanations.
@Timeout(60)
final class BudgetFailureTest {
    private static final BudgetSettings FIVE = BudgetSettings.of("nvd", 5, Duration.ofSeconds(30));

    private final SimHost host = new SimHost(0);

    @Test
    void refusesToWorkWithoutAnEngine() {
        RequestBudget budget = new Limiter(host).budget(FIVE);
        assertThatThrownBy(() -> host.call(() -> budget.ask("a")))
                .hasMessageContaining("pass Limiter.register to Engine.open");
    }

    @Test
    void refusesTwoSettingsOfOneBudget() {
        Limiter limiter = new Limiter(host);
        RequestBudget budget = limiter.budget(FIVE);
        assertThat(limiter.budget(FIVE)).isSameAs(budget);
        BudgetSettings more = BudgetSettings.of("nvd", 6, Duration.ofSeconds(30));
        assertThatThrownBy(() -> limiter.budget(more))
                .hasMessageStartingWith("expected one setting of budget 'nvd', found ");
    }

    @Test
    void manyCallersAtOnceShareACommit() {
        try (SimNode node = SimNode.stopped(host, StoreFactory.MEMORY, "n")) {
            node.sim()
                    .faults(
                            new StoreFaults() {
                                @Override
                                public void before(long n, Commit commit) {
                                    host.pause(Duration.ofMillis(5));
                                }
                            });
            node.sim().open();
            BudgetSettings thirty = BudgetSettings.of("thirty", 30, Duration.ofSeconds(30));
            RequestBudget budget = node.limiter().budget(thirty);
            List<BudgetAnswer> answers = new ArrayList<>();
            long before = node.sim().writes();
            for (int i = 0; i < 40; i++) {
                String who = "partition-" + i;
                var _ = host.start(who, () -> answers.add(budget.ask(who)));
            }
            node.sim().pass(Duration.ofSeconds(1));
            assertThat(answers).hasSize(40);
            assertThat(answers.stream().filter(BudgetAnswer.Granted.class::isInstance)).hasSize(30);
            assertThat(node.status().waiters()).hasSize(10);
            assertThat(node.sim().writes() - before).isLessThan(5);
            node.sim().pass(Duration.ofSeconds(40));
        }
    }

    @Test
    void waitsWhileTheStoreIsAway() throws InterruptedException {
        try (SimNode node = SimNode.stopped(host, StoreFactory.MEMORY, "n")) {
            boolean[] full = new boolean[1];
            node.sim()
                    .faults(
                            new StoreFaults() {
                                @Override
                                public void before(long n, Commit commit) {
                                    if (full[0])
                                        throw new StoreException(
                                                StoreException.Kind.FULL, "full", null);
                                }
                            });
            node.sim().open();
            full[0] = true;
            var _ =
                    host.start(
                            "mend",
                            () -> {
                                host.pause(Duration.ofSeconds(7));
                                full[0] = false;
                            });
            Instant startedAt = host.now();
            assertThat(node.acquire(FIVE, "a", Instant.MAX)).isPresent();
            assertThat(host.now()).isAfterOrEqualTo(startedAt.plusSeconds(7));
        }
    }

    /// What cannot be recorded is not allowed, and no caller waits forever.
    @Test
    void allowsNothingOnABrokenStore() {
        SimNode node = SimNode.stopped(host, StoreFactory.MEMORY, "n");
        boolean[] broken = new boolean[1];
        node.sim()
                .faults(
                        new StoreFaults() {
                            @Override
                            public void before(long n, Commit commit) {
                                if (broken[0])
                                    throw new StoreException(StoreException.Kind.IO, "gone", null);
                            }
                        });
        node.sim().open();
        broken[0] = true;
        RequestBudget budget = node.limiter().budget(FIVE);
        List<Exception> errors = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String who = "caller-" + i;
            var _ =
                    host.start(
                            who,
                            () -> {
                                try {
                                    var _ = budget.ask(who);
                                } catch (RuntimeException e) {
                                    errors.add(e);
                                }
                            });
        }
        node.sim().settle();
        assertThat(errors).hasSize(5);
        assertThatThrownBy(() -> node.ask(FIVE, "x")).hasMessageContaining("gone");
        node.sim().crash();
    }

    @Test
    void reportsADamagedDocument() {
        try (SimNode node = SimNode.of(host, StoreFactory.MEMORY, "n")) {
            boolean written =
                    node.sim()
                            .call((Engine engine) ->
                                    engine.documents()
                                            .replace("limiter/nvd", null, Payload.of("{\"a\":1}")));
            assertThat(written).isTrue();
            assertThatThrownBy(() -> node.ask(FIVE, "a")).hasMessageContaining("BudgetState");
        }
    }

    @Test
    void aDocumentIsReplacedOnlyIfItIsUnchanged() {
        try (SimNode node = SimNode.of(host, StoreFactory.MEMORY, "n")) {
            node.sim()
                    .perform((Engine engine) -> {
                        Payload one = Payload.of("1");
                        Payload two = Payload.of("2");
                        assertThat(engine.documents().replace("x", one, two)).isFalse();
                        assertThat(engine.documents().replace("x", null, one)).isTrue();
                        assertThat(engine.documents().replace("x", null, two)).isFalse();
                        assertThat(engine.documents().find("x")).contains(one);
                        assertThat(engine.documents().replace("x", one, null)).isTrue();
                        assertThat(engine.documents().find("x")).isEmpty();
                    });
        }
    }

    @Test
    void whyNamesTheBudgetThatARunWaitsFor() throws InterruptedException {
        Limiter limiter = new Limiter(host);
        Machine<String, String> fetch =
                Machine.named("fetch", String.class, String.class)
                        .step(
                                "ask",
                                attempt -> {
                                    RequestBudget budget = limiter.budget(FIVE);
                                    String who = attempt.id().toString();
                                    try (RequestPermit permit =
                                            budget.acquire(who, Instant.MAX).orElseThrow()) {
                                        permit.throttled(
                                                new Throttling(
                                                        Duration.ofMinutes(9), "429 from nvd"));
                                        return attempt.next("done");
                                    }
                                })
                        .build();
        SimEngine sim =
                new SimEngine(
                        host,
                        StoreFactory.MEMORY,
                        options -> {
                            options.machines(fetch);
                            limiter.register(options);
                            // Another system on the same engine must not explain it again.
                            new Limiter(host).register(options);
                        });
        sim.open();
        RunId first = sim.call((Engine engine) -> engine.start(fetch.start("a")));
        sim.call((Engine engine) -> engine.awaitEnd(first, Duration.ofMinutes(1)));
        Instant until = host.now().plus(Duration.ofMinutes(9));
        RunId second = sim.call((Engine engine) -> engine.start(fetch.start("b")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().why(second).causes())
                .extracting(Why.Cause::text)
                .containsOnlyOnce(
                        "budget 'nvd' of 5 requests in PT30S is used up until %s; the server"
                                        .formatted(until)
                                + " throttled: 429 from nvd");
        sim.call((Engine engine) -> engine.awaitEnd(second, Duration.ofHours(1)));
        assertThat(host.now()).isAfterOrEqualTo(until);
        sim.close();
    }

    /// A body that is interrupted while it waits for its turn leaves at once.
    @Test
    void anInterruptedCallerStopsWaiting() {
        try (SimNode node = SimNode.of(host, StoreFactory.MEMORY, "n")) {
            for (int i = 0; i < 5; i++) assertThat(node.may(FIVE, "a")).isTrue();
            Signal left = new Signal();
            RequestBudget budget = node.limiter().budget(FIVE);
            var task =
                    host.start(
                            "caller",
                            () -> {
                                try {
                                    var _ = budget.acquire("b", Instant.MAX);
                                } catch (InterruptedException _) {
                                    host.raise(left);
                                }
                            });
            node.sim().settle();
            task.interrupt();
            node.sim().settle();
            assertThat(left.isRaised()).isTrue();
        }
    }
}

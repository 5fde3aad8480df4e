package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a budget does on every store.
@Timeout(120)
abstract class BudgetContract {
    static final BudgetSettings FIVE = BudgetSettings.of("nvd", 5, Duration.ofSeconds(30));

    private final SimHost host = new SimHost(0);
    private SimNode node;

    /// Returns stores of one kind.
    abstract StoreFactory stores();

    @BeforeEach
    void open() {
        node = SimNode.of(host, stores(), "n");
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void allowsSoManyRequestsInAWindowAndSaysWhenTheNextIs() {
        for (int i = 0; i < 5; i++) assertThat(node.may(FIVE, "a")).isTrue();
        BudgetAnswer.Later later = node.refused(FIVE, "a");
        assertThat(later.until()).isEqualTo(node.now().plusSeconds(30));
        assertThat(later.why())
                .isEqualTo(
                        "all 5 requests in PT30S are used up; the next one is allowed at "
                                + later.until());
        node.sim().pass(Duration.ofSeconds(30));
        assertThat(node.may(FIVE, "a")).isTrue();
    }

    @Test
    void doesNotAllowTheSameWindowAgainAfterACrash() {
        for (int i = 0; i < 5; i++) assertThat(node.may(FIVE, "a")).isTrue();
        Instant used = node.now();
        node.restart();
        BudgetAnswer.Later later = node.refused(FIVE, "a");
        // The last request may have been made as late as its reservation ended.
        assertThat(later.until()).isBetween(used.plusSeconds(30), used.plusSeconds(33));
        node.sim().pass(Duration.ofSeconds(33));
        for (int i = 0; i < 5; i++) assertThat(node.may(FIVE, "a")).isTrue();
    }

    @Test
    void keepsThePauseAndThePaceAfterACrash() {
        RequestPermit permit = node.granted(FIVE, "a");
        node.throttled(permit, new Throttling(Duration.ofHours(1), "429 from nvd"));
        Instant until = node.now().plus(Duration.ofHours(1));
        assertThat(node.refused(FIVE, "a").until()).isEqualTo(until);
        node.restart();
        BudgetAnswer.Later later = node.refused(FIVE, "a");
        assertThat(later.until()).isEqualTo(until);
        assertThat(later.why()).isEqualTo("no requests until %s: 429 from nvd".formatted(until));
        node.sim().pass(Duration.ofHours(1));
        assertThat(node.may(FIVE, "a")).isTrue();
        assertThat(node.may(FIVE, "a")).isTrue();
        assertThat(node.refused(FIVE, "a").why())
                .startsWith("all 2 requests in PT30S are used up (slowed down from 5: 429 from");
    }

    @Test
    void recoversAfterSuccess() {
        RequestPermit permit = node.granted(FIVE, "a");
        node.throttled(permit, new Throttling(Duration.ZERO, "503 from nvd"));
        assertThat(node.status().pace().allowed()).isEqualTo(2);
        for (int i = 0; i < 20; i++) {
            node.sim().pass(Duration.ofSeconds(40));
            node.granted(FIVE, "a").succeeded();
        }
        assertThat(node.status().pace().allowed()).isEqualTo(5);
        assertThat(node.status().settings()).isEqualTo(FIVE);
    }

    @Test
    void returnsWhatItReservedAndDidNotUse() {
        BudgetSettings fifty = BudgetSettings.of("fifty", 50, Duration.ofSeconds(30));
        for (int i = 0; i < 10; i++) assertThat(node.may(fifty, "a")).isTrue();
        assertThat(node.status().reserved()).isNotEmpty();
        node.sim().pass(Duration.ofSeconds(4));
        assertThat(node.status().reserved()).isEmpty();
        assertThat(node.status().left()).isEqualTo(40);
    }

    @Test
    void handsOutMostRequestsWithoutACommit() {
        BudgetSettings many = BudgetSettings.of("many", 1_000, Duration.ofSeconds(30));
        long before = node.sim().writes();
        for (int i = 0; i < 1_000; i++) assertThat(node.may(many, "a")).isTrue();
        assertThat(node.may(many, "a")).isFalse();
        assertThat(node.sim().writes() - before).isLessThan(30);
    }

    @Test
    void waitsForATurn() throws InterruptedException {
        for (int i = 0; i < 5; i++) assertThat(node.may(FIVE, "a")).isTrue();
        Instant next = node.now().plusSeconds(30);
        assertThat(node.acquire(FIVE, "a", node.now().plusSeconds(10))).isEmpty();
        assertThat(node.acquire(FIVE, "a", Instant.MAX).orElseThrow().at()).isEqualTo(next);
    }

    @Test
    void boundsRequestsInFlightAndFreesThemWhenTheyEnd() {
        BudgetSettings two = FIVE.inFlight(2, Duration.ofSeconds(20));
        RequestPermit first = node.granted(two, "a");
        assertThat(node.may(two, "b")).isTrue();
        assertThat(node.refused(two, "c").why()).isEqualTo("all 2 concurrent requests are in use");
        node.end(first);
        node.end(first);
        assertThat(node.may(two, "c")).isTrue();
        assertThat(node.may(two, "d")).isFalse();
        // Permits that are never closed do not count for longer than a request can take.
        node.sim().pass(Duration.ofSeconds(30));
        assertThat(node.may(two, "d")).isTrue();
        assertThat(node.may(two, "e")).isTrue();
    }

    @Test
    void freesRequestsInFlightOfAProcessThatCrashed() {
        BudgetSettings two = FIVE.inFlight(2, Duration.ofSeconds(20));
        assertThat(node.may(two, "a")).isTrue();
        assertThat(node.may(two, "b")).isTrue();
        node.restart();
        assertThat(node.may(two, "a")).isFalse();
        node.sim().pass(Duration.ofSeconds(24));
        assertThat(node.may(two, "a")).isTrue();
    }

    @Test
    void twoLimitersOfOneProcessShareABudget() {
        SimNode other = node;
        Limiter second = new Limiter(host);
        node.sim().close();
        node.sim()
                .open(options -> {
                    other.limiter().register(options);
                    second.register(options);
                });
        RequestBudget one = other.limiter().budget(FIVE);
        RequestBudget two = second.budget(FIVE);
        int allowed = 0;
        for (int i = 0; i < 5; i++) {
            for (RequestBudget each : List.of(one, two)) {
                if (host.call(() -> each.ask("x")) instanceof BudgetAnswer.Granted) allowed++;
            }
        }
        assertThat(allowed).isEqualTo(5);
    }

    /// Stores that nodes share.
    static StoreFactory of(Supplier<Store> opening) {
        return new StoreFactory() {
            @Override
            public Store open() {
                return opening.get();
            }

            @Override
            public Store reopen(Store before) {
                before.close();
                return opening.get();
            }
        };
    }
}

package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.limiter.budget.Throttling;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What a budget does on every store that nodes share.
abstract class SharedBudgetContract extends BudgetContract {
    private final SimHost time = new SimHost(1);
    private SimNode one;
    private SimNode two;

    private void start() {
        one = SimNode.of(time.peer("one"), stores(), "one");
        two = SimNode.of(time.peer("two"), stores(), "two");
    }

    @Test
    void nodesShareOneBudget() {
        start();
        for (int i = 0; i < 3; i++) assertThat(one.may(FIVE, "a")).isTrue();
        for (int i = 0; i < 2; i++) assertThat(two.may(FIVE, "b")).isTrue();
        assertThat(two.may(FIVE, "b")).isFalse();
        assertThat(one.may(FIVE, "a")).isFalse();
        assertThat(one.status().waiters()).hasSize(2);
        one.close();
        two.close();
    }

    @Test
    void aNodeThatCrashesTakesItsReservationWithItUntilItExpires() {
        start();
        Instant startedAt = one.now();
        for (int i = 0; i < 5; i++) assertThat(one.may(FIVE, "a")).isTrue();
        one.sim().crash();
        BudgetAnswer.Later later = two.refused(FIVE, "b");
        assertThat(later.until()).isBetween(startedAt.plusSeconds(30), startedAt.plusSeconds(33));
        time.runFor(Duration.ofSeconds(33));
        for (int i = 0; i < 5; i++) assertThat(two.may(FIVE, "b")).isTrue();
        two.close();
    }

    @Test
    void allNodesPauseWhenOneIsThrottled() {
        start();
        RequestPermit permit = one.granted(FIVE, "a");
        assertThat(two.may(FIVE, "b")).isTrue();
        one.throttled(permit, new Throttling(Duration.ofMinutes(5), "429 from nvd"));
        assertThat(two.refused(FIVE, "b").why()).contains("429 from nvd");
        assertThat(two.refused(FIVE, "b").until()).isEqualTo(one.now().plus(Duration.ofMinutes(5)));
        one.close();
        two.close();
    }
}

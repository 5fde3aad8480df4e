package dev.pawl.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Several nodes with several callers each, in virtual time, by seed: nodes crash at any moment,
/// servers throttle, and no window ever has more requests than the budget.
@Timeout(600)
final class BudgetSimulationTest {
    @Test
    @Tag("volume")
    void neverExceedsTheBudgetAcrossCrashesAndNodes() {
        Rounds rounds = Rounds.of("pawl.seeds", 40);
        long[] requests = new long[1];
        Seeds.each(
                rounds,
                seed -> {
                    requests[0] += new SimBudget(seed).withCrashes().simulate();
                });
        System.out.println(rounds + ", " + requests[0] + " requests");
        assertThat(requests[0]).isGreaterThan(40);
    }

    /// Without crashes and throttling, saturated nodes get nearly all of the budget.
    @Test
    void usesMostOfTheBudget() {
        Seeds.each(
                10,
                seed -> {
                    SimBudget calm = new SimBudget(seed);
                    long requests = calm.simulate();
                    assertThat(requests).isGreaterThan(calm.most() * 8 / 10);
                });
    }
}

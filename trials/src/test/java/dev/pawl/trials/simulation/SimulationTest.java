package dev.pawl.trials.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many machines, queues, pools, timers, schedules, children, events and operators under random
/// faults: `-Dpawl.seeds=10000` runs more seeds, `-Dpawl.seed=42` repeats one of them.
final class SimulationTest {
    private static final int SEEDS = 40;

    /// A seed of many nodes takes ten times as long.
    private static final int SEEDS_OF_MANY_NODES = 20;

    @Test
    @Tag("volume")
    void noRunIsLostNoEffectRecordedTwiceNoLimitExceededAndWhyIsNeverWrong() {
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> new OneNode(seed).simulate());
        IO.println("SimulationTest, one node: " + rounds);
    }

    @Test
    @Tag("volume")
    void theSameHoldsForManyNodesOnOneStore() {
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS_OF_MANY_NODES);
        Seeds.each(rounds, seed -> new ManyNodes(seed).simulate());
        IO.println("SimulationTest, many nodes: " + rounds);
    }

    @Test
    @Tag("volume")
    void concurrentMessagesToOneRunAreDecidedTogetherAndOnce() throws Exception {
        AtomicInteger together = new AtomicInteger();
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> together.addAndGet(new Burst(seed, 1).simulate()));
        IO.println("SimulationTest, bursts on one node: " + rounds);
        assertThat(together).as("commits that took several messages").hasPositiveValue();
    }

    @Test
    @Tag("volume")
    void theSameHoldsForMessagesFromTwoNodesToOneRun() throws Exception {
        AtomicInteger together = new AtomicInteger();
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> together.addAndGet(new Burst(seed, 2).simulate()));
        IO.println("SimulationTest, bursts on two nodes: " + rounds);
        assertThat(together).as("commits that took several messages").hasPositiveValue();
    }

    @Test
    void theSameSeedGivesTheSameSimulation() {
        Seeds.each(
                3,
                seed ->
                        assertThat(new OneNode(seed).simulate())
                                .isEqualTo(new OneNode(seed).simulate()));
        Seeds.each(
                3,
                seed ->
                        assertThat(new ManyNodes(seed).simulate())
                                .isEqualTo(new ManyNodes(seed).simulate()));
    }
}

package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many providers that come, go, want more and less, under a capacity that changes, by seed:
/// `-Dpawl.seeds=5000` for more of them.
final class AllocationSimulationTest {
    private static final int SEEDS = 40;
    private static final int MORE = Rounds.areTimed() ? 2_000 : SEEDS;
    private static final int STEPS = 1_000;
    private static final int CAPACITY_MAX = 20;
    private static final int CLAIMS_MAX = 30;
    private static final Patience PATIENCE = Patience.ofDefaults();

    @Test
    @Tag("volume")
    void everyRuleHoldsAtEveryStepAndNobodyStarves() {
        int[] served = new int[1];
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> served[0] += new Life(seed).live(STEPS));
        IO.println("AllocationSimulationTest, %d first permits: %s".formatted(served[0], rounds));
        assertThat(served[0]).isGreaterThan(100);
    }

    @Test
    @Tag("volume")
    void whatIsSettledStaysSettledAndIsFair() {
        Seeds.each(
                MORE,
                seed -> {
                    Life life = new Life(seed);
                    life.live(STEPS / 10);
                    life.settle();
                });
    }

    @Test
    @Tag("volume")
    void permitsOverTimeFollowTheWeightsWhenAllWantAll() {
        Seeds.each(MORE, seed -> new Contest(seed).weights());
    }

    @Test
    @Tag("volume")
    void turnsAreTakenWhenThereAreFewerPermitsThanClaims() {
        Seeds.each(MORE, seed -> new Contest(seed).turns());
    }

    @Test
    void thoseWhoseTurnsAlwaysEndTogetherTakeThemEquallyWhateverTheirNamesAndPriorities() {
        Market market = new Market(2, PATIENCE);
        for (int i = 0; i < 5; i++) market.arrives("p" + i, new Terms(i, 1, 0, 100), 100);
        Duration day = Duration.ofDays(1);
        market.run(day);
        double exact = 2.0 * day.toSeconds() / 5;
        assertThat(market.claims())
                .hasSize(5)
                .allSatisfy(claim ->
                        assertThat(market.permitSeconds(claim.holder()))
                                .isBetween(exact * 0.95, exact * 1.05));
    }

    /// One market with random events.
    private static final class Life {
        private final SplittableRandom random;
        private final Market market;
        private final int providers;
        private final Map<String, Wait> waits = new HashMap<>();
        private int served;

        Life(long seed) {
            random = new SplittableRandom(seed);
            market = new Market(random.nextInt(1, CAPACITY_MAX + 1), PATIENCE);
            providers = random.nextInt(2, CLAIMS_MAX + 1);
        }

        int live(int steps) {
            for (int step = 0; step < steps; step++) {
                happen();
                decide();
                market.pass(Duration.ofMillis(random.nextInt(1, 20_000)));
            }
            return served;
        }

        private void happen() {
            String holder = "p" + random.nextInt(providers);
            switch (random.nextInt(10)) {
                case 0, 1 -> arrive(holder);
                case 2, 3 -> market.change(holder, this::leave);
                case 4, 5, 6 -> market.change(holder, this::release);
                case 7 -> market.change(holder, c -> c.wanting(wanted(), market.now));
                case 8 -> {
                    if (random.nextInt(5) == 0) {
                        market.capacity = random.nextInt(1, CAPACITY_MAX + 1);
                    }
                }
                default -> {}
            }
        }

        private int wanted() {
            return random.nextInt(1, CAPACITY_MAX + 5);
        }

        private void arrive(String holder) {
            if (market.claim(holder) != null) {
                market.change(holder, c -> c.wanting(wanted(), market.now));
                return;
            }
            int min = random.nextInt(4);
            int max = min + random.nextInt(1, CAPACITY_MAX);
            var terms = new Terms(random.nextInt(3), random.nextInt(1, 6), min, max);
            market.arrives(holder, terms, wanted());
        }

        private Claim leave(Claim claim) {
            Claim without = claim.wanting(0, market.now);
            return claim.held() == 0 ? without : without.returned(claim.held(), market.now);
        }

        private Claim release(Claim claim) {
            return claim.held() == 0 ? claim : claim.returned(1, market.now);
        }

        private void decide() {
            checkWaits();
            Plan plan = market.plan();
            List<Claim> shuffled = new ArrayList<>(market.claims());
            Collections.shuffle(shuffled, random);
            assertThat(Allocation.plan(market.capacity, shuffled, market.now, PATIENCE))
                    .isEqualTo(plan);
            assertThat(AllocationRules.broken(market, plan)).isEmpty();
            long delay = random.nextLong(Market.DEADLINE.toMillis() + 1);
            market.carryOut(plan, Duration.ofMillis(delay));
            assertThat(market.plan()).isEqualTo(Plan.NOTHING);
        }

        /// Nobody waits longer for a first permit than the bound says, counted with the smallest
        /// capacity and the most claims of that time.
        private void checkWaits() {
            int wanting = (int) market.claims().stream().filter(c -> c.need() > 0).count();
            for (Claim claim : market.claims()) {
                if (claim.held() > 0 || claim.need() == 0) {
                    if (waits.remove(claim.holder()) != null && claim.held() > 0) served++;
                    continue;
                }
                Wait wait =
                        waits.getOrDefault(claim.holder(), new Wait(CAPACITY_MAX, 1, 0, 0))
                                .with(market.capacity, wanting);
                waits.put(claim.holder(), wait);
                if (market.now.isAfter(claim.since().plus(wait.bound()))) {
                    throw new AssertionError(
                            "%s waits longer than %s at %s, %s"
                                    .formatted(claim, wait.bound(), market.now, wait));
                }
            }
        }

        /// With nothing more to happen and a permit for each, permits come to rest where they are
        /// due, and stay there.
        void settle() {
            market.capacity = providers + random.nextInt(CAPACITY_MAX);
            market.run(Duration.ofMinutes(10));
            assertThat(market.plan()).isEqualTo(Plan.NOTHING);
            assertThat(market.claims()).noneMatch(claim -> claim.returning() != 0);
            assertThat(market.nextChange()).isEmpty();
            assertThat(unfair()).isEmpty();
            market.now = market.now.plus(Duration.ofDays(1));
            assertThat(market.plan()).isEqualTo(Plan.NOTHING);
        }

        /// Returns the pairs between which a permit could go over and bring both nearer to their
        /// weights, without touching a minimum, a first permit or a maximum.
        private List<String> unfair() {
            List<String> unfair = new ArrayList<>();
            for (Claim rich : market.claims()) {
                if (rich.held() <= Math.max(1, rich.terms().min())) continue;
                for (Claim poor : market.claims()) {
                    if (poor.held() >= poor.need()) continue;
                    long loss = (2L * rich.held() - 1) * poor.terms().weight();
                    long gain = (2L * poor.held() + 1) * rich.terms().weight();
                    if (loss > gain) unfair.add(rich + " has what is due to " + poor);
                }
            }
            return unfair;
        }
    }

    /// What a claim with nothing saw while it waited: the least capacity and the latest, how often
    /// it was made smaller, and the most claims.
    private record Wait(int least, int latest, int cuts, int claims) {

        Wait with(int capacity, int wanting) {
            int more = capacity < latest ? 1 : 0;
            return new Wait(
                    Math.min(least, capacity), capacity, cuts + more, Math.max(claims, wanting));
        }

        Duration bound() {
            Duration start = PATIENCE.waiting().plus(Market.DEADLINE.multipliedBy(cuts));
            if (claims <= least) return start.plus(Market.DEADLINE);
            int rounds = (claims + least - 1) / least;
            return start.plus(PATIENCE.turn().plus(Market.DEADLINE).multipliedBy(rounds));
        }
    }

    /// Providers that want everything, for long.
    private static final class Contest {
        private static final Duration LONG = Duration.ofHours(4);
        private static final Duration WARM_UP = Duration.ofMinutes(10);

        private final SplittableRandom random;
        private final int count;

        Contest(long seed) {
            random = new SplittableRandom(seed);
            count = random.nextInt(2, 8);
        }

        /// Each share is within half a permit of its weight times a common level, so it differs
        /// from the exact share by half a permit and its part of what all of them differ by.
        void weights() {
            Market market = new Market(random.nextInt(count * 5, count * 8), PATIENCE);
            double all = 0;
            for (int i = 0; i < count; i++) {
                int weight = random.nextInt(1, 6);
                all += weight;
                market.arrives("p" + i, new Terms(random.nextInt(3), weight, 0, 100), 100);
                market.run(Duration.ofSeconds(random.nextInt(100)));
            }
            market.run(WARM_UP);
            market.forgetTheTime();
            market.run(LONG);
            for (Claim claim : market.claims()) {
                double part = claim.terms().weight() / all;
                double bound = 0.5 + part * count / 2;
                assertThat(market.permitSeconds(claim.holder()) / LONG.toSeconds())
                        .isBetween(part * market.capacity - bound, part * market.capacity + bound);
            }
        }

        /// While one waits nobody else begins two turns, and while it holds none ends, so nobody
        /// has more than twice the turns of another, and those at the edges.
        void turns() {
            Market market = new Market(random.nextInt(1, count), PATIENCE);
            for (int i = 0; i < count; i++) {
                market.arrives("p" + i, new Terms(random.nextInt(3), 1, 0, 100), 100);
                market.run(Duration.ofSeconds(random.nextInt(100)));
            }
            market.run(WARM_UP);
            market.forgetTheTime();
            market.run(LONG);
            Duration turn = PATIENCE.waiting().plus(PATIENCE.turn()).plus(Market.DEADLINE);
            for (Claim one : market.claims()) {
                for (Claim other : market.claims()) {
                    double most = 2 * (market.permitSeconds(other.holder()) + turn.toSeconds());
                    assertThat(market.permitSeconds(one.holder())).isLessThanOrEqualTo(most);
                }
            }
        }
    }
}

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

/// Many claims that come, go and want more or less, under a capacity that changes, by seed:
/// `-Dpawl.seeds=5000` for more of them.
final class AllocationSimulationTest {
    private static final int SEEDS = 40;
    private static final int MORE = Rounds.areTimed() ? 2_000 : SEEDS;
    private static final int STEPS = 1_000;
    private static final int CAPACITY_MAX = 20;
    private static final int CLAIMS_MAX = 30;
    private static final PreemptionDelays DELAYS = PreemptionDelays.ofDefaults();

    @Test
    @Tag("volume")
    void everyRuleHoldsAtEveryStepAndNoClaimStarves() {
        int[] served = new int[1];
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> served[0] += new RandomClaims(seed).run(STEPS));
        IO.println("AllocationSimulationTest, %d first permits: %s".formatted(served[0], rounds));
        assertThat(served[0]).isGreaterThan(100);
    }

    @Test
    @Tag("volume")
    void aSettledAllocationStaysSettledAndIsFair() {
        Seeds.each(
                MORE,
                seed -> {
                    RandomClaims random = new RandomClaims(seed);
                    random.run(STEPS / 10);
                    random.settle();
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
    void claimsWhoseTurnsEndTogetherGetEquallyMany() {
        SimClaims claims = new SimClaims(2, DELAYS);
        for (int i = 0; i < 5; i++) claims.arrives("p" + i, new PermitTerms(i, 1, 0, 100), 100);
        Duration day = Duration.ofDays(1);
        claims.run(day);
        double exact = 2.0 * day.toSeconds() / 5;
        assertThat(claims.claims())
                .hasSize(5)
                .allSatisfy(claim ->
                        assertThat(claims.permitSeconds(claim.holder()))
                                .isBetween(exact * 0.95, exact * 1.05));
    }

    /// Claims under random events.
    private static final class RandomClaims {
        private final SplittableRandom random;
        private final SimClaims claims;
        private final int providers;
        private final Map<String, Wait> waits = new HashMap<>();
        private int served;

        RandomClaims(long seed) {
            random = new SplittableRandom(seed);
            claims = new SimClaims(random.nextInt(1, CAPACITY_MAX + 1), DELAYS);
            providers = random.nextInt(2, CLAIMS_MAX + 1);
        }

        int run(int steps) {
            for (int step = 0; step < steps; step++) {
                happen();
                decide();
                claims.pass(Duration.ofMillis(random.nextInt(1, 20_000)));
            }
            return served;
        }

        private void happen() {
            String holder = "p" + random.nextInt(providers);
            switch (random.nextInt(10)) {
                case 0, 1 -> arrive(holder);
                case 2, 3 -> claims.change(holder, this::leave);
                case 4, 5, 6 -> claims.change(holder, this::release);
                case 7 -> claims.change(holder, c -> wanting(c, wanted()));
                case 8 -> {
                    if (random.nextInt(5) == 0) {
                        claims.capacity = random.nextInt(1, CAPACITY_MAX + 1);
                    }
                }
                default -> {}
            }
        }

        private int wanted() {
            return random.nextInt(1, CAPACITY_MAX + 5);
        }

        private void arrive(String holder) {
            if (claims.claim(holder) != null) {
                claims.change(holder, c -> wanting(c, wanted()));
                return;
            }
            int min = random.nextInt(4);
            int max = min + random.nextInt(1, CAPACITY_MAX);
            var terms = new PermitTerms(random.nextInt(3), random.nextInt(1, 6), min, max);
            claims.arrives(holder, terms, wanted());
        }

        private PermitClaim leave(PermitClaim claim) {
            PermitClaim without = wanting(claim, 0);
            return claim.held() == 0 ? without : without.returned(claim.held(), claims.now);
        }

        private PermitClaim wanting(PermitClaim claim, int number) {
            boolean starts = claim.held() == 0 && claim.wanted() == 0 && number > 0;
            return new PermitClaim(
                    claim.holder(),
                    claim.terms(),
                    number,
                    claim.held(),
                    claim.returning(),
                    starts ? claims.now : claim.since());
        }

        private PermitClaim release(PermitClaim claim) {
            return claim.held() == 0 ? claim : claim.returned(1, claims.now);
        }

        private void decide() {
            checkWaits();
            PermitPlan plan = claims.plan();
            List<PermitClaim> shuffled = new ArrayList<>(claims.claims());
            Collections.shuffle(shuffled, random);
            assertThat(Allocation.plan(claims.capacity, shuffled, claims.now, DELAYS))
                    .isEqualTo(plan);
            assertThat(AllocationRules.broken(claims, plan)).isEmpty();
            long delay = random.nextLong(SimClaims.DEADLINE.toMillis() + 1);
            claims.carryOut(plan, Duration.ofMillis(delay));
            assertThat(claims.plan()).isEqualTo(PermitPlan.NOTHING);
        }

        /// No claim waits longer for a first permit than the bound, computed with the smallest
        /// capacity and the most claims of that time.
        private void checkWaits() {
            int wanting = (int) claims.claims().stream().filter(c -> c.need() > 0).count();
            for (PermitClaim claim : claims.claims()) {
                if (claim.held() > 0 || claim.need() == 0) {
                    if (waits.remove(claim.holder()) != null && claim.held() > 0) served++;
                    continue;
                }
                Wait wait =
                        waits.getOrDefault(claim.holder(), new Wait(CAPACITY_MAX, 1, 0, 0))
                                .with(claims.capacity, wanting);
                waits.put(claim.holder(), wait);
                if (claims.now.isAfter(claim.since().plus(wait.bound()))) {
                    throw new AssertionError(
                            "%s waits longer than %s at %s, %s"
                                    .formatted(claim, wait.bound(), claims.now, wait));
                }
            }
        }

        /// Without further events and with a permit for each claim, permits move to where they are
        /// due, and stay there.
        void settle() {
            claims.capacity = providers + random.nextInt(CAPACITY_MAX);
            claims.run(Duration.ofMinutes(10));
            assertThat(claims.plan()).isEqualTo(PermitPlan.NOTHING);
            assertThat(claims.claims()).noneMatch(claim -> claim.returning() != 0);
            assertThat(claims.nextChange()).isEmpty();
            assertThat(unfair()).isEmpty();
            claims.now = claims.now.plus(Duration.ofDays(1));
            assertThat(claims.plan()).isEqualTo(PermitPlan.NOTHING);
        }

        /// Returns the pairs between which a permit could move and bring both nearer to their
        /// weights, without breaking a minimum, a first permit or a maximum.
        private List<String> unfair() {
            List<String> unfair = new ArrayList<>();
            for (PermitClaim rich : claims.claims()) {
                if (rich.held() <= Math.max(1, rich.terms().min())) continue;
                for (PermitClaim poor : claims.claims()) {
                    if (poor.held() >= poor.need()) continue;
                    long loss = (2L * rich.held() - 1) * poor.terms().weight();
                    long gain = (2L * poor.held() + 1) * rich.terms().weight();
                    if (loss > gain) unfair.add(rich + " has what is due to " + poor);
                }
            }
            return unfair;
        }
    }

    /// What happened while a claim waited with nothing: the smallest and the latest capacity, how
    /// often it was reduced, and the most claims.
    private record Wait(int least, int latest, int cuts, int claims) {

        Wait with(int capacity, int wanting) {
            int more = capacity < latest ? 1 : 0;
            return new Wait(
                    Math.min(least, capacity), capacity, cuts + more, Math.max(claims, wanting));
        }

        Duration bound() {
            Duration start = DELAYS.waiting().plus(SimClaims.DEADLINE.multipliedBy(cuts));
            if (claims <= least) return start.plus(SimClaims.DEADLINE);
            int rounds = (claims + least - 1) / least;
            return start.plus(DELAYS.turn().plus(SimClaims.DEADLINE).multipliedBy(rounds));
        }
    }

    /// Claims that want everything, for long.
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
            SimClaims claims = new SimClaims(random.nextInt(count * 5, count * 8), DELAYS);
            double all = 0;
            for (int i = 0; i < count; i++) {
                int weight = random.nextInt(1, 6);
                all += weight;
                claims.arrives("p" + i, new PermitTerms(random.nextInt(3), weight, 0, 100), 100);
                claims.run(Duration.ofSeconds(random.nextInt(100)));
            }
            claims.run(WARM_UP);
            claims.forgetTheTime();
            claims.run(LONG);
            for (PermitClaim claim : claims.claims()) {
                double part = claim.terms().weight() / all;
                double bound = 0.5 + part * count / 2;
                assertThat(claims.permitSeconds(claim.holder()) / LONG.toSeconds())
                        .isBetween(part * claims.capacity - bound, part * claims.capacity + bound);
            }
        }

        /// While one claim waits no other starts two turns, and while it holds a permit none ends,
        /// so no claim has more than twice the turns of another, plus those at the edges.
        void turns() {
            SimClaims claims = new SimClaims(random.nextInt(1, count), DELAYS);
            for (int i = 0; i < count; i++) {
                claims.arrives("p" + i, new PermitTerms(random.nextInt(3), 1, 0, 100), 100);
                claims.run(Duration.ofSeconds(random.nextInt(100)));
            }
            claims.run(WARM_UP);
            claims.forgetTheTime();
            claims.run(LONG);
            Duration turn = DELAYS.waiting().plus(DELAYS.turn()).plus(SimClaims.DEADLINE);
            for (PermitClaim one : claims.claims()) {
                for (PermitClaim other : claims.claims()) {
                    double most = 2 * (claims.permitSeconds(other.holder()) + turn.toSeconds());
                    assertThat(claims.permitSeconds(one.holder())).isLessThanOrEqualTo(most);
                }
            }
        }
    }
}

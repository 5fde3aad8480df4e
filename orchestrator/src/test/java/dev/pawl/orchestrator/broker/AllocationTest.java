package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which claims get permits, which give them back, and in which order.
final class AllocationTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final PreemptionDelays DELAYS =
            new PreemptionDelays(Duration.ofSeconds(30), Duration.ofSeconds(60));
    private static final PermitTerms PLAIN = PermitTerms.upTo(100);

    @Test
    void aSingleClaimGetsWhatItWantsUpToItsMaximumAndTheCapacity() {
        assertThat(plan(10, fresh("a", PLAIN, 4)).grants()).isEqualTo(Map.of("a", 4));
        assertThat(plan(10, fresh("a", PermitTerms.upTo(3), 4)).grants()).isEqualTo(Map.of("a", 3));
        assertThat(plan(10, fresh("a", PLAIN, 40)).grants()).isEqualTo(Map.of("a", 10));
        assertThat(plan(10, fresh("a", PLAIN, 0))).isEqualTo(PermitPlan.NOTHING);
        assertThat(Allocation.plan(10, List.of(), NOW, DELAYS)).isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void weightsDivideTheCapacity() {
        PermitPlan plan =
                plan(9, fresh("a", new PermitTerms(0, 2, 0, 100), 100), fresh("b", PLAIN, 100));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 6, "b", 3));
    }

    @Test
    void whatOneCannotUseGoesToTheOthersByWeight() {
        PermitPlan plan =
                plan(
                        12,
                        fresh("a", new PermitTerms(0, 4, 0, 100), 2),
                        fresh("b", new PermitTerms(0, 1, 0, 100), 100),
                        fresh("c", new PermitTerms(0, 3, 0, 5), 100));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 2, "b", 5, "c", 5));
    }

    @Test
    void minimumsComeBeforeSharesAndThePriorityDecidesWhoseMinimumIsMet() {
        PermitClaim low = waiting("a", new PermitTerms(1, 100, 4, 100), 100, 20);
        PermitClaim high = fresh("b", new PermitTerms(2, 1, 4, 100), 100);
        assertThat(plan(10, low, high).grants()).isEqualTo(Map.of("a", 6, "b", 4));
        assertThat(plan(6, low, high).grants()).isEqualTo(Map.of("a", 2, "b", 4));
    }

    @Test
    void ofEqualPrioritiesTheLongestWaitIsServedFirst() {
        PermitTerms terms = new PermitTerms(0, 1, 3, 100);
        PermitPlan plan = plan(4, waiting("a", terms, 9, 10), waiting("b", terms, 9, 20));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 1, "b", 3));
    }

    @Test
    void aMinimumIsNotBrokenForAnother() {
        PermitClaim has = held("a", new PermitTerms(0, 1, 3, 100), 9, 3);
        PermitClaim lacks = held("b", new PermitTerms(5, 1, 3, 100), 9, 1);
        assertThat(plan(4, has, lacks)).isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void aClaimWithNothingComesBeforeAClaimForMore() {
        PermitClaim heavy = fresh("a", new PermitTerms(9, 1_000, 0, 100), 100);
        PermitPlan plan = plan(4, heavy, fresh("b", PLAIN, 1), fresh("c", PLAIN, 1));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 2, "b", 1, "c", 1));
    }

    @Test
    void priorityDecidesWhichClaimGetsScarcePermits() {
        PermitClaim rich = held("rich", PLAIN, 100, 8);
        PermitClaim low = justGot("a", new PermitTerms(0, 1, 0, 100), 100, 1);
        PermitClaim high = justGot("b", new PermitTerms(1, 1, 0, 100), 100, 1);
        assertThat(plan(11, rich, low, high).grants()).isEqualTo(Map.of("b", 1));
    }

    @Test
    void aStarvingClaimIsServedBeforeAllPriorities() {
        PermitClaim starving = waiting("z", new PermitTerms(0, 1, 0, 5), 5, 30);
        PermitClaim first = fresh("a", new PermitTerms(9, 1, 5, 5), 5);
        assertThat(plan(1, first, starving).grants()).isEqualTo(Map.of("z", 1));
        assertThat(plan(1, first, waiting("z", PLAIN, 5, 29)).grants()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void theLongestStarvingClaimIsServedFirstRegardlessOfPriority() {
        PermitClaim longest = waiting("z", PLAIN, 5, 50);
        PermitClaim other = waiting("a", new PermitTerms(9, 1, 0, 5), 5, 40);
        PermitClaim third = waiting("b", new PermitTerms(9, 1, 0, 5), 5, 31);
        PermitClaim holder = held("h", PLAIN, 3, 2);
        assertThat(plan(3, longest, other, holder))
                .isEqualTo(new PermitPlan(Map.of("z", 1), Map.of("h", 1)));
        assertThat(plan(2, third, other, longest).grants()).isEqualTo(Map.of("a", 1, "z", 1));
    }

    @Test
    void aStarvingClaimGetsAPermitFromTheHolderFurthestAboveItsShare() {
        PermitTerms higher = new PermitTerms(1, 1, 0, 100);
        PermitClaim rich = held("a", PLAIN, 10, 7);
        PermitClaim starving = waiting("c", PermitTerms.upTo(1), 1, 30);
        assertThat(plan(9, rich, held("b", PermitTerms.upTo(2), 10, 2), starving))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 1)));
        assertThat(plan(10, held("a", PLAIN, 10, 5), held("b", higher, 10, 5), starving))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 1)));
    }

    @Test
    void nothingIsAskedBackBeforeTheWaitIsOver() {
        assertThat(plan(10, held("a", PLAIN, 10, 10), waiting("b", PLAIN, 10, 29)))
                .isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(10, held("a", PLAIN, 10, 9), justGot("b", PLAIN, 10, 1)))
                .isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void aClaimBelowItsShareForLongGetsItFromHoldersAboveTheirs() {
        assertThat(plan(10, held("a", PLAIN, 10, 9), held("b", PLAIN, 10, 1)))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 4)));
    }

    @Test
    void aReturningPermitIsNotAskedBackTwice() {
        PermitClaim rich = held("a", PLAIN, 10, 10).revoked(2);
        assertThat(plan(10, rich, waiting("b", PLAIN, 2, 40))).isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(10, rich, waiting("b", PLAIN, 3, 40)).revocations())
                .isEqualTo(Map.of("a", 1));
    }

    @Test
    void aReturningPermitStillCountsForItsHolder() {
        PermitClaim returning = held("a", PermitTerms.upTo(3), 9, 3).revoked(2);
        assertThat(plan(4, returning, fresh("b", PLAIN, 9)).grants()).isEqualTo(Map.of("b", 1));
        assertThat(plan(9, returning)).isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(9, returning.returned(1, NOW)).grants()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void aPermitAboveTheShareByRoundingStays() {
        assertThat(plan(3, held("a", PLAIN, 9, 1), held("b", PLAIN, 9, 2)))
                .isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(3, held("a", PLAIN, 9, 2), held("b", PLAIN, 9, 1)))
                .isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void aSmallerCapacityAsksBackPermitsAboveSharesFirst() {
        PermitClaim rich = held("a", PLAIN, 10, 6);
        PermitClaim poor = held("b", PLAIN, 10, 2);
        assertThat(plan(6, rich, poor).revocations()).isEqualTo(Map.of("a", 3));
        assertThat(plan(6, rich.revoked(3), poor)).isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(2, rich, poor).revocations()).isEqualTo(Map.of("a", 5, "b", 1));
        assertThat(plan(0, rich, poor).revocations()).isEqualTo(Map.of("a", 6, "b", 2));
    }

    @Test
    void aSmallerCapacityKeepsTheMinimumOfTheHigherPriority() {
        PermitClaim low = held("a", new PermitTerms(0, 1, 3, 10), 10, 3);
        PermitClaim high = held("b", new PermitTerms(1, 1, 3, 10), 10, 3);
        assertThat(plan(4, low, high).revocations()).isEqualTo(Map.of("a", 2));
    }

    @Test
    void unusedPermitsAreAskedBack() {
        assertThat(plan(10, held("a", PLAIN, 2, 5)).revocations()).isEqualTo(Map.of("a", 3));
        assertThat(plan(10, held("a", PermitTerms.upTo(4), 9, 5)).revocations())
                .isEqualTo(Map.of("a", 1));
        assertThat(plan(10, held("a", PLAIN, 0, 5)).revocations()).isEqualTo(Map.of("a", 5));
    }

    @Test
    void withFewerPermitsThanClaimsAPermitMovesWhenATurnIsOver() {
        PermitClaim starving = waiting("b", PLAIN, 1, 30);
        assertThat(plan(1, since("a", 1, 59), starving)).isEqualTo(PermitPlan.NOTHING);
        assertThat(plan(1, since("a", 1, 60), starving))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 1)));
        assertThat(plan(1, since("a", 1, 600), fresh("b", PLAIN, 1))).isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void ofTwoOverdueHoldersTheLongerOneGivesBack() {
        PermitPlan plan = plan(2, since("a", 1, 70), since("b", 1, 80), waiting("c", PLAIN, 1, 30));
        assertThat(plan.revocations()).isEqualTo(Map.of("b", 1));
    }

    /// Holders whose names have the same hash tie: then the name decides.
    @Test
    void onATieTheNameDecidesRegardlessOfTheOrderOfTheClaims() {
        for (int seconds : new int[] {0, 40}) {
            PermitClaim one = waiting("Aa", PLAIN, 1, seconds);
            PermitClaim other = waiting("BB", PLAIN, 1, seconds);
            assertThat(plan(1, one, other).grants()).isEqualTo(Map.of("Aa", 1));
            assertThat(plan(1, other, one).grants()).isEqualTo(Map.of("Aa", 1));
        }
    }

    @Test
    void ofEqualPrioritiesTheHolderOfLessGetsScarcePermits() {
        PermitClaim rich = held("rich", PLAIN, 100, 8);
        PermitClaim more = new PermitClaim("more", PLAIN, 100, 2, 0, NOW.minusSeconds(10));
        PermitClaim less = justGot("less", PLAIN, 100, 1);
        assertThat(plan(12, rich, more, less).grants()).isEqualTo(Map.of("less", 1));
        assertThat(plan(14, rich, more, less).grants()).isEqualTo(Map.of("less", 2, "more", 1));
    }

    @Test
    void unusedPermitsAreNotAlsoAskedFromOthers() {
        PermitClaim useless = held("a", PLAIN, 0, 3);
        PermitClaim rich = held("b", PLAIN, 10, 7);
        assertThat(plan(10, useless, rich, waiting("c", PLAIN, 10, 10)))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 3)));
    }

    @Test
    void theHolderFurthestAboveItsShareGivesBackAndOfEqualsTheLastInRank() {
        PermitTerms higher = new PermitTerms(1, 1, 0, 100);
        PermitClaim starving = waiting("c", PermitTerms.upTo(1), 1, 30);
        assertThat(
                        plan(
                                10,
                                held("a", PLAIN, 10, 5),
                                held("b", higher, 10, 5),
                                starving,
                                waiting("d", PermitTerms.upTo(1), 1, 10)))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("a", 1)));
        assertThat(
                        plan(
                                12,
                                held("a", PLAIN, 10, 5),
                                held("b", higher, 10, 7),
                                starving,
                                waiting("d", PermitTerms.upTo(3), 3, 10)))
                .isEqualTo(new PermitPlan(Map.of(), Map.of("b", 1)));
    }

    @Test
    void aStarvingClaimGetsScarcePermitsBeforeAnyShare() {
        PermitTerms higher = new PermitTerms(9, 1, 0, 100);
        PermitClaim rich = held("rich", PLAIN, 100, 7);
        assertThat(plan(9, rich, justGot("a", higher, 100, 1), waiting("z", PLAIN, 5, 30)).grants())
                .isEqualTo(Map.of("z", 1));
        assertThat(plan(9, rich, justGot("a", PLAIN, 100, 1), waiting("z", higher, 5, 30)).grants())
                .isEqualTo(Map.of("z", 1));
    }

    @Test
    void ofTwoStarvingClaimsThatTieTheFirstInRankIsServed() {
        PermitClaim returning = held("h", PLAIN, 0, 1).revoked(1);
        PermitClaim one = waiting("Aa", PLAIN, 1, 40);
        PermitClaim other = waiting("BB", PLAIN, 1, 40);
        assertThat(plan(2, returning, other, one).grants()).isEqualTo(Map.of("Aa", 1));
    }

    @Test
    void scarcePermitsMeetMinimumsBeforeShares() {
        PermitClaim returning = held("h", PLAIN, 0, 3).revoked(3);
        PermitClaim high = fresh("a", new PermitTerms(1, 1, 2, 100), 3);
        PermitClaim low = fresh("b", new PermitTerms(0, 1, 2, 100), 3);
        assertThat(plan(6, returning, high, low).grants()).isEqualTo(Map.of("a", 2, "b", 1));
    }

    @Test
    void aClaimThatWantsNothingDoesNotStarve() {
        assertThat(plan(1, waiting("a", PLAIN, 0, 40))).isEqualTo(PermitPlan.NOTHING);
    }

    @Test
    void sharesAreNearestToTheWeightsRegardlessOfRank() {
        PermitClaim heavy = fresh("a", new PermitTerms(0, 3, 0, 100), 100);
        assertThat(plan(4, heavy, waiting("b", PLAIN, 100, 10)).grants())
                .isEqualTo(Map.of("a", 3, "b", 1));
    }

    @Test
    void aPermitThatCannotBeDividedGoesToTheHigherRank() {
        PermitClaim high = held("b", new PermitTerms(1, 1, 0, 100), 9, 1);
        assertThat(plan(3, held("a", PLAIN, 9, 1), high).grants()).isEqualTo(Map.of("b", 1));
    }

    /// The same claim must not be first at every moment.
    @Test
    void tiesAreBrokenDifferentlyAtEachMoment() {
        int bySecond = 0;
        int byNano = 0;
        for (int i = 0; i < 200; i++) {
            if (isFirst(NOW.plusSeconds(i))) bySecond++;
            if (isFirst(NOW.plusNanos(i))) byNano++;
        }
        assertThat(bySecond).isBetween(60, 140);
        assertThat(byNano).isBetween(60, 140);
    }

    private static boolean isFirst(Instant moment) {
        List<PermitClaim> claims =
                List.of(
                        PermitClaim.of("a", PLAIN, 1, moment),
                        PermitClaim.of("b", PLAIN, 1, moment));
        return Allocation.plan(1, claims, moment, DELAYS).grants().containsKey("a");
    }

    @Test
    void returnsWhenThePlanMayChange() {
        PermitClaim holder = since("a", 1, 10);
        assertThat(next(holder)).isEmpty();
        assertThat(next(holder, waiting("b", PLAIN, 1, 10))).contains(NOW.plusSeconds(20));
        assertThat(next(holder, waiting("b", PLAIN, 1, 40))).contains(NOW.plusSeconds(50));
        assertThat(next(justGot("a", PLAIN, 5, 1))).contains(NOW.plusSeconds(30));
        assertThat(next(held("a", PLAIN, 5, 1))).isEmpty();
        assertThat(next(holder, waiting("b", PLAIN, 0, 10))).isEmpty();
    }

    @Test
    void refusesTwoClaimsOfOneHolderAndAnImpossibleCapacity() {
        assertThatThrownBy(() -> plan(1, fresh("a", PLAIN, 1), fresh("a", PLAIN, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected one claim per holder, found two of a");
        assertThatThrownBy(() -> plan(-1)).hasMessageContaining("from 0 to 10000, found -1");
        assertThatThrownBy(() -> plan(10_001)).hasMessageContaining("found 10001");
        assertThat(plan(10_000, fresh("a", PermitTerms.upTo(20_000), 20_000)).grants())
                .isEqualTo(Map.of("a", 10_000));
    }

    private static PermitPlan plan(int capacity, PermitClaim... claims) {
        return Allocation.plan(capacity, List.of(claims), NOW, DELAYS);
    }

    private static Optional<Instant> next(PermitClaim... claims) {
        return Allocation.nextChange(List.of(claims), NOW, DELAYS);
    }

    private static PermitClaim fresh(String holder, PermitTerms terms, int wanted) {
        return PermitClaim.of(holder, terms, wanted, NOW);
    }

    private static PermitClaim waiting(String holder, PermitTerms terms, int wanted, int seconds) {
        return PermitClaim.of(holder, terms, wanted, NOW.minusSeconds(seconds));
    }

    /// A holder since long ago.
    private static PermitClaim held(String holder, PermitTerms terms, int wanted, int held) {
        return new PermitClaim(holder, terms, wanted, held, 0, NOW.minusSeconds(3_600));
    }

    private static PermitClaim justGot(String holder, PermitTerms terms, int wanted, int held) {
        return new PermitClaim(holder, terms, wanted, held, 0, NOW);
    }

    private static PermitClaim since(String holder, int held, int seconds) {
        return new PermitClaim(holder, PLAIN, held, held, 0, NOW.minusSeconds(seconds));
    }
}

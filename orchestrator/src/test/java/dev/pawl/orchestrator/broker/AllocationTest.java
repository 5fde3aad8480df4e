package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Who gets permits, who gives them back, and in which order.
final class AllocationTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Patience PATIENCE =
            new Patience(Duration.ofSeconds(30), Duration.ofSeconds(60));
    private static final Terms PLAIN = Terms.upTo(100);

    @Test
    void aSingleClaimGetsWhatItWantsUpToItsMaximumAndTheCapacity() {
        assertThat(plan(10, fresh("a", PLAIN, 4)).grants()).isEqualTo(Map.of("a", 4));
        assertThat(plan(10, fresh("a", Terms.upTo(3), 4)).grants()).isEqualTo(Map.of("a", 3));
        assertThat(plan(10, fresh("a", PLAIN, 40)).grants()).isEqualTo(Map.of("a", 10));
        assertThat(plan(10, fresh("a", PLAIN, 0))).isEqualTo(Plan.NOTHING);
        assertThat(Allocation.plan(10, List.of(), NOW, PATIENCE)).isEqualTo(Plan.NOTHING);
    }

    @Test
    void weightsDivideTheCapacity() {
        Plan plan = plan(9, fresh("a", new Terms(0, 2, 0, 100), 100), fresh("b", PLAIN, 100));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 6, "b", 3));
    }

    @Test
    void whatOneCannotUseGoesToTheOthersByWeight() {
        Plan plan =
                plan(
                        12,
                        fresh("a", new Terms(0, 4, 0, 100), 2),
                        fresh("b", new Terms(0, 1, 0, 100), 100),
                        fresh("c", new Terms(0, 3, 0, 5), 100));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 2, "b", 5, "c", 5));
    }

    @Test
    void minimumsComeBeforeSharesAndThePriorityDecidesWhoseMinimumIsMet() {
        Claim low = waiting("a", new Terms(1, 100, 4, 100), 100, 20);
        Claim high = fresh("b", new Terms(2, 1, 4, 100), 100);
        assertThat(plan(10, low, high).grants()).isEqualTo(Map.of("a", 6, "b", 4));
        assertThat(plan(6, low, high).grants()).isEqualTo(Map.of("a", 2, "b", 4));
    }

    @Test
    void ofEqualPrioritiesTheMinimumOfWhoWaitsLongerIsMetFirstAndTheRestIsPartial() {
        Terms terms = new Terms(0, 1, 3, 100);
        Plan plan = plan(4, waiting("a", terms, 9, 10), waiting("b", terms, 9, 20));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 1, "b", 3));
    }

    @Test
    void aMinimumIsNotTakenApartForAnother() {
        Claim has = held("a", new Terms(0, 1, 3, 100), 9, 3);
        Claim lacks = held("b", new Terms(5, 1, 3, 100), 9, 1);
        assertThat(plan(4, has, lacks)).isEqualTo(Plan.NOTHING);
    }

    @Test
    void whoHasNothingComesBeforeWhoWantsMore() {
        Claim heavy = fresh("a", new Terms(9, 1_000, 0, 100), 100);
        Plan plan = plan(4, heavy, fresh("b", PLAIN, 1), fresh("c", PLAIN, 1));
        assertThat(plan.grants()).isEqualTo(Map.of("a", 2, "b", 1, "c", 1));
    }

    @Test
    void thePriorityDecidesWhoIsServedFromTheLittleThatIsFree() {
        Claim rich = held("rich", PLAIN, 100, 8);
        Claim low = justGot("a", new Terms(0, 1, 0, 100), 100, 1);
        Claim high = justGot("b", new Terms(1, 1, 0, 100), 100, 1);
        assertThat(plan(11, rich, low, high).grants()).isEqualTo(Map.of("b", 1));
    }

    @Test
    void whoStarvesIsServedBeforeAllPriorities() {
        Claim starving = waiting("z", new Terms(0, 1, 0, 5), 5, 30);
        Claim first = fresh("a", new Terms(9, 1, 5, 5), 5);
        assertThat(plan(1, first, starving).grants()).isEqualTo(Map.of("z", 1));
        assertThat(plan(1, first, waiting("z", PLAIN, 5, 29)).grants()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void ofThoseThatStarveTheLongestIsServedFirstWhateverItsPriority() {
        Claim longest = waiting("z", PLAIN, 5, 50);
        Claim other = waiting("a", new Terms(9, 1, 0, 5), 5, 40);
        Claim third = waiting("b", new Terms(9, 1, 0, 5), 5, 31);
        Claim holder = held("h", PLAIN, 3, 2);
        assertThat(plan(3, longest, other, holder))
                .isEqualTo(new Plan(Map.of("z", 1), Map.of("h", 1)));
        assertThat(plan(2, third, other, longest).grants()).isEqualTo(Map.of("a", 1, "z", 1));
    }

    @Test
    void onePermitIsAskedBackFromWhoIsFurthestAboveItsShareForOneThatStarves() {
        Terms higher = new Terms(1, 1, 0, 100);
        Claim rich = held("a", PLAIN, 10, 7);
        Claim starving = waiting("c", Terms.upTo(1), 1, 30);
        assertThat(plan(9, rich, held("b", Terms.upTo(2), 10, 2), starving))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 1)));
        assertThat(plan(10, held("a", PLAIN, 10, 5), held("b", higher, 10, 5), starving))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 1)));
    }

    @Test
    void nothingIsAskedBackWhilePatienceLasts() {
        assertThat(plan(10, held("a", PLAIN, 10, 10), waiting("b", PLAIN, 10, 29)))
                .isEqualTo(Plan.NOTHING);
        assertThat(plan(10, held("a", PLAIN, 10, 9), justGot("b", PLAIN, 10, 1)))
                .isEqualTo(Plan.NOTHING);
    }

    @Test
    void whoHasHadTooLittleForLongGetsItsShareFromThoseAboveTheirs() {
        assertThat(plan(10, held("a", PLAIN, 10, 9), held("b", PLAIN, 10, 1)))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 4)));
    }

    @Test
    void whatIsOnItsWayBackIsNotAskedForTwice() {
        Claim rich = held("a", PLAIN, 10, 10).revoked(2);
        assertThat(plan(10, rich, waiting("b", PLAIN, 2, 40))).isEqualTo(Plan.NOTHING);
        assertThat(plan(10, rich, waiting("b", PLAIN, 3, 40)).revocations())
                .isEqualTo(Map.of("a", 1));
    }

    @Test
    void whatIsOnItsWayBackIsStillOutAndTakesUpRoomOfItsHolder() {
        Claim returning = held("a", Terms.upTo(3), 9, 3).revoked(2);
        assertThat(plan(4, returning, fresh("b", PLAIN, 9)).grants()).isEqualTo(Map.of("b", 1));
        assertThat(plan(9, returning)).isEqualTo(Plan.NOTHING);
        assertThat(plan(9, returning.returned(1, NOW)).grants()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void aPermitTooManyByRoundingStaysWhereItIs() {
        assertThat(plan(3, held("a", PLAIN, 9, 1), held("b", PLAIN, 9, 2))).isEqualTo(Plan.NOTHING);
        assertThat(plan(3, held("a", PLAIN, 9, 2), held("b", PLAIN, 9, 1))).isEqualTo(Plan.NOTHING);
    }

    @Test
    void aSmallerCapacityAsksBackWhatIsTooMuchFromThoseAboveTheirShareFirst() {
        Claim rich = held("a", PLAIN, 10, 6);
        Claim poor = held("b", PLAIN, 10, 2);
        assertThat(plan(6, rich, poor).revocations()).isEqualTo(Map.of("a", 3));
        assertThat(plan(6, rich.revoked(3), poor)).isEqualTo(Plan.NOTHING);
        assertThat(plan(2, rich, poor).revocations()).isEqualTo(Map.of("a", 5, "b", 1));
        assertThat(plan(0, rich, poor).revocations()).isEqualTo(Map.of("a", 6, "b", 2));
    }

    @Test
    void aSmallerCapacityKeepsTheMinimumOfTheHigherPriority() {
        Claim low = held("a", new Terms(0, 1, 3, 10), 10, 3);
        Claim high = held("b", new Terms(1, 1, 3, 10), 10, 3);
        assertThat(plan(4, low, high).revocations()).isEqualTo(Map.of("a", 2));
    }

    @Test
    void whatAHolderHasNoUseForIsAskedBack() {
        assertThat(plan(10, held("a", PLAIN, 2, 5)).revocations()).isEqualTo(Map.of("a", 3));
        assertThat(plan(10, held("a", Terms.upTo(4), 9, 5)).revocations())
                .isEqualTo(Map.of("a", 1));
        assertThat(plan(10, held("a", PLAIN, 0, 5)).revocations()).isEqualTo(Map.of("a", 5));
    }

    @Test
    void withFewerPermitsThanClaimsThePermitGoesRoundWhenATurnIsOver() {
        Claim starving = waiting("b", PLAIN, 1, 30);
        assertThat(plan(1, since("a", 1, 59), starving)).isEqualTo(Plan.NOTHING);
        assertThat(plan(1, since("a", 1, 60), starving))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 1)));
        assertThat(plan(1, since("a", 1, 600), fresh("b", PLAIN, 1))).isEqualTo(Plan.NOTHING);
    }

    @Test
    void ofTwoWhoseTurnIsOverTheOneThatHasHeldLongerGivesUpItsPermit() {
        Plan plan = plan(2, since("a", 1, 70), since("b", 1, 80), waiting("c", PLAIN, 1, 30));
        assertThat(plan.revocations()).isEqualTo(Map.of("b", 1));
    }

    /// Holders whose names have the same hash draw the same lot: then the name decides.
    @Test
    void ofTwoThatDrawTheSameLotTheNameDecidesWhateverTheOrderOfTheClaims() {
        for (int seconds : new int[] {0, 40}) {
            Claim one = waiting("Aa", PLAIN, 1, seconds);
            Claim other = waiting("BB", PLAIN, 1, seconds);
            assertThat(plan(1, one, other).grants()).isEqualTo(Map.of("Aa", 1));
            assertThat(plan(1, other, one).grants()).isEqualTo(Map.of("Aa", 1));
        }
    }

    @Test
    void ofEqualPrioritiesTheLittleThatIsFreeGoesToTheHolderOfLess() {
        Claim rich = held("rich", PLAIN, 100, 8);
        Claim more = new Claim("more", PLAIN, 100, 2, 0, NOW.minusSeconds(10));
        Claim less = justGot("less", PLAIN, 100, 1);
        assertThat(plan(12, rich, more, less).grants()).isEqualTo(Map.of("less", 1));
        assertThat(plan(14, rich, more, less).grants()).isEqualTo(Map.of("less", 2, "more", 1));
    }

    @Test
    void whatAHolderHasNoUseForIsNotAskedOfOthersToo() {
        Claim useless = held("a", PLAIN, 0, 3);
        Claim rich = held("b", PLAIN, 10, 7);
        assertThat(plan(10, useless, rich, waiting("c", PLAIN, 10, 10)))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 3)));
    }

    @Test
    void ofThoseAboveTheirShareTheRichestGivesAndOfEqualsTheLastInRank() {
        Terms higher = new Terms(1, 1, 0, 100);
        Claim starving = waiting("c", Terms.upTo(1), 1, 30);
        assertThat(
                        plan(
                                10,
                                held("a", PLAIN, 10, 5),
                                held("b", higher, 10, 5),
                                starving,
                                waiting("d", Terms.upTo(1), 1, 10)))
                .isEqualTo(new Plan(Map.of(), Map.of("a", 1)));
        assertThat(
                        plan(
                                12,
                                held("a", PLAIN, 10, 5),
                                held("b", higher, 10, 7),
                                starving,
                                waiting("d", Terms.upTo(3), 3, 10)))
                .isEqualTo(new Plan(Map.of(), Map.of("b", 1)));
    }

    @Test
    void theLittleThatIsFreeGoesToAClaimThatStarvesBeforeAnyShare() {
        Terms higher = new Terms(9, 1, 0, 100);
        Claim rich = held("rich", PLAIN, 100, 7);
        assertThat(plan(9, rich, justGot("a", higher, 100, 1), waiting("z", PLAIN, 5, 30)).grants())
                .isEqualTo(Map.of("z", 1));
        assertThat(plan(9, rich, justGot("a", PLAIN, 100, 1), waiting("z", higher, 5, 30)).grants())
                .isEqualTo(Map.of("z", 1));
    }

    @Test
    void ofTwoThatStarveWithTheSameLotTheFirstInRankIsServed() {
        Claim returning = held("h", PLAIN, 0, 1).revoked(1);
        Claim one = waiting("Aa", PLAIN, 1, 40);
        Claim other = waiting("BB", PLAIN, 1, 40);
        assertThat(plan(2, returning, other, one).grants()).isEqualTo(Map.of("Aa", 1));
    }

    @Test
    void theLittleThatIsFreeMeetsMinimumsBeforeShares() {
        Claim returning = held("h", PLAIN, 0, 3).revoked(3);
        Claim high = fresh("a", new Terms(1, 1, 2, 100), 3);
        Claim low = fresh("b", new Terms(0, 1, 2, 100), 3);
        assertThat(plan(6, returning, high, low).grants()).isEqualTo(Map.of("a", 2, "b", 1));
    }

    @Test
    void aClaimThatWantsNothingStarvesForNothing() {
        assertThat(plan(1, waiting("a", PLAIN, 0, 40))).isEqualTo(Plan.NOTHING);
    }

    @Test
    void sharesAreNearestToTheWeightsWhateverTheRank() {
        Claim heavy = fresh("a", new Terms(0, 3, 0, 100), 100);
        assertThat(plan(4, heavy, waiting("b", PLAIN, 100, 10)).grants())
                .isEqualTo(Map.of("a", 3, "b", 1));
    }

    @Test
    void aPermitThatCannotBeDividedGoesToTheHigherRank() {
        Claim high = held("b", new Terms(1, 1, 0, 100), 9, 1);
        assertThat(plan(3, held("a", PLAIN, 9, 1), high).grants()).isEqualTo(Map.of("b", 1));
    }

    /// The same claim must not come first at every moment.
    @Test
    void claimsThatCameAtTheSameMomentDrawLotsForIt() {
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
        List<Claim> claims =
                List.of(Claim.of("a", PLAIN, 1, moment), Claim.of("b", PLAIN, 1, moment));
        return Allocation.plan(1, claims, moment, PATIENCE).grants().containsKey("a");
    }

    @Test
    void saysWhenToLookAgain() {
        Claim holder = since("a", 1, 10);
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
        assertThat(plan(10_000, fresh("a", Terms.upTo(20_000), 20_000)).grants())
                .isEqualTo(Map.of("a", 10_000));
    }

    private static Plan plan(int capacity, Claim... claims) {
        return Allocation.plan(capacity, List.of(claims), NOW, PATIENCE);
    }

    private static Optional<Instant> next(Claim... claims) {
        return Allocation.nextChange(List.of(claims), NOW, PATIENCE);
    }

    private static Claim fresh(String holder, Terms terms, int wanted) {
        return Claim.of(holder, terms, wanted, NOW);
    }

    private static Claim waiting(String holder, Terms terms, int wanted, int seconds) {
        return Claim.of(holder, terms, wanted, NOW.minusSeconds(seconds));
    }

    /// A holder of long standing.
    private static Claim held(String holder, Terms terms, int wanted, int held) {
        return new Claim(holder, terms, wanted, held, 0, NOW.minusSeconds(3_600));
    }

    private static Claim justGot(String holder, Terms terms, int wanted, int held) {
        return new Claim(holder, terms, wanted, held, 0, NOW);
    }

    private static Claim since(String holder, int held, int seconds) {
        return new Claim(holder, PLAIN, held, held, 0, NOW.minusSeconds(seconds));
    }
}

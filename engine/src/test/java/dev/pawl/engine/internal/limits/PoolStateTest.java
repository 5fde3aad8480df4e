package dev.pawl.engine.internal.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.limits.PoolState.Ticket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Permits: never more than there are, and in a fair order.
final class PoolStateTest {
    private final PoolState board = new PoolState(new PoolSettings("p", 4));
    private final Map<String, Integer> counts = new HashMap<>();
    private long order;

    @Test
    void permitsAreGivenInTheOrderOfArrival() {
        ask("a", 2, 0);
        ask("b", 2, 0);
        ask("c", 1, 0);
        assertThat(grant()).containsExactly("a", "b");
        assertThat(board.free()).isZero();
        board.released("a");
        assertThat(grant()).containsExactly("c");
        assertThat(board.out()).isEqualTo(3);
    }

    @Test
    void noRequestOvertakesALargerOneThatCameFirst() {
        ask("a", 3, 0);
        assertThat(grant()).containsExactly("a");
        ask("large", 4, 0);
        ask("small", 1, 0);
        assertThat(grant()).isEmpty();
        board.released("a");
        assertThat(grant()).containsExactly("large");
    }

    @Test
    void aLeaseThatWasReturnedIsNotChanged() {
        Lease held = lease("a", 3);
        Lease revoked = held.revoked(Instant.EPOCH);
        board.leased(held);
        board.changed(held, revoked);
        assertThat(board.lease("a")).contains(revoked);
        assertThat(board.out()).isEqualTo(3);
        board.released("a");
        board.changed(revoked, held);
        assertThat(board.leases()).isEmpty();
        assertThat(board.free()).isEqualTo(4);
    }

    @Test
    void onlyTheCountThatWasAskedForIsReserved() {
        ask("a", 2, 0);
        assertThat(board.isReserved("a", 2)).isFalse();
        assertThat(grant()).containsExactly("a");
        assertThat(board.isReserved("a", 2)).isTrue();
        assertThat(board.isReserved("a", 1)).isFalse();
        board.leased(lease("a", 2));
        assertThat(board.isReserved("a", 2)).isFalse();
    }

    @Test
    void higherPrioritiesGoFirst() {
        ask("a", 1, 0);
        ask("b", 4, 7);
        assertThat(grant()).containsExactly("b");
    }

    @Test
    void aHolderAsksOnce() {
        ask("a", 1, 0);
        ask("a", 1, 0);
        assertThat(board.waiting()).hasSize(1);
        assertThat(grant()).containsExactly("a");
        ask("a", 1, 0);
        assertThat(board.waiting()).isEmpty();
        board.leased(lease("a", 1));
        ask("a", 1, 0);
        assertThat(board.waiting()).isEmpty();
    }

    @Test
    void whatIsReservedCountsUntilItIsLeasedAndNotTwice() {
        ask("a", 2, 0);
        assertThat(grant()).containsExactly("a");
        assertThat(board.out()).isEqualTo(2);
        board.leased(lease("a", 2));
        assertThat(board.out()).isEqualTo(2);
        assertThat(board.lease("a")).contains(lease("a", 2));
        board.released("a");
        board.released("a");
        assertThat(board.out()).isZero();
        assertThat(board.lease("a")).isEmpty();
    }

    @Test
    void whoGivesUpMakesRoomForTheNext() {
        ask("a", 4, 0);
        ask("b", 4, 0);
        ask("c", 1, 0);
        assertThat(grant()).containsExactly("a");
        board.withdraw("b");
        board.released("a");
        assertThat(grant()).containsExactly("c");
    }

    @Test
    void aSmallerPoolTakesNothingBackAndALargerOneGivesMore() {
        ask("a", 4, 0);
        assertThat(grant()).containsExactly("a");
        board.settings(new PoolSettings("p", 2));
        assertThat(board.free()).isEqualTo(-2);
        ask("b", 1, 0);
        assertThat(grant()).isEmpty();
        board.settings(new PoolSettings("p", 5));
        assertThat(board.settings()).isEqualTo(new PoolSettings("p", 5));
        assertThat(grant()).containsExactly("b");
    }

    @Test
    void whatIsLargerThanThePoolIsPassedByUntilThereIsRoomForIt() {
        ask("a", 1, 0);
        ask("large", 4, 0);
        ask("b", 2, 0);
        ask("c", 1, 0);
        assertThat(grant()).containsExactly("a");
        board.settings(new PoolSettings("p", 2));
        // Those that fit still do not overtake each other.
        assertThat(grant()).isEmpty();
        board.released("a");
        assertThat(grant()).containsExactly("b");
        board.released("b");
        assertThat(grant()).containsExactly("c");
        board.released("c");
        assertThat(grant()).isEmpty();
        ask("d", 1, 0);
        board.settings(new PoolSettings("p", 4));
        assertThat(grant()).containsExactly("large");
    }

    @Test
    void leasesAreListedFromTheOldest() {
        board.leased(new Lease("p", "y", 1, 9, null, null));
        board.leased(new Lease("p", "x", 1, 3, null, null));
        assertThat(board.leases()).extracting(Lease::holder).containsExactly("x", "y");
        assertThat(EngineDocuments.name(board.leases().getFirst())).isEqualTo("p/x");
    }

    @Test
    void whateverHappensNoMoreIsOutThanThereIs() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> holders = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            if (random.nextBoolean()) ask("h" + i, 1 + random.nextInt(4), random.nextInt(3));
            for (String holder : grant()) {
                holders.add(holder);
                if (random.nextBoolean()) board.leased(lease(holder, count(holder)));
            }
            assertThat(board.out()).as("seed " + seed).isBetween(0, 4);
            if (!board.waiting().isEmpty()) {
                assertThat(board.waiting().getFirst().count()).isGreaterThan(board.free());
            }
            if (!holders.isEmpty() && random.nextBoolean()) {
                board.released(holders.remove(random.nextInt(holders.size())));
            }
        }
    }

    private int count(String holder) {
        return counts.getOrDefault(holder, 0);
    }

    private void ask(String holder, int count, int priority) {
        counts.put(holder, count);
        board.ask(new Ticket(holder, count, priority, ++order, null, () -> {}));
    }

    private List<String> grant() {
        return board.grant().stream().map(Ticket::holder).toList();
    }

    private static Lease lease(String holder, int count) {
        return new Lease("p", holder, count, 1, null, null);
    }
}

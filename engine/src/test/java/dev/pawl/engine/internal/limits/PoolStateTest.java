package dev.pawl.engine.internal.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.limits.PoolState.Ticket;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.run.RunId;
import java.time.Duration;
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
    private final Map<String, Ticket> asked = new HashMap<>();
    private long order;

    @Test
    void permitsAreGivenInTheOrderOfArrival() {
        ask("a", 2, 0);
        ask("b", 2, 0);
        ask("c", 1, 0);
        assertThat(grant()).containsExactly("a", "b");
        assertThat(board.free()).isZero();
        end("a");
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
        end("a");
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
        end("a");
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
        end("a");
        assertThat(grant()).containsExactly("b");
        end("b");
        assertThat(grant()).containsExactly("c");
        end("c");
        assertThat(grant()).isEmpty();
        ask("d", 1, 0);
        board.settings(new PoolSettings("p", 4));
        assertThat(grant()).containsExactly("large");
    }

    @Test
    void onlyTheGrantEndsWhatIsReservedForARun() {
        RunId run = new RunId(7);
        Ticket first = ticket(run, 4);
        board.ask(first);
        assertThat(board.grant()).containsExactly(first);
        ask("other", 1, 0);
        // The run is paused while its grant is under way.
        board.withdraw(first.holder());
        board.released(first.holder());
        assertThat(grant()).isEmpty();
        assertThat(board.out()).isEqualTo(4);
        assertThat(board.giveUp(first)).isTrue();
        assertThat(grant()).containsExactly("other");
    }

    @Test
    void aRunThatAsksAgainDuringItsGrantWaitsWhenThatIsGivenUp() {
        RunId run = new RunId(7);
        Ticket first = ticket(run, 4);
        board.ask(first);
        assertThat(board.grant()).containsExactly(first);
        board.withdraw(first.holder());
        Ticket again = ticket(run, 3);
        board.ask(again);
        assertThat(board.grant()).isEmpty();
        board.giveUp(first);
        assertThat(board.grant()).containsExactly(again);
        assertThat(board.out()).isEqualTo(3);
        // A grant that ends late takes nothing from the next one.
        assertThat(board.giveUp(first)).isFalse();
        assertThat(board.out()).isEqualTo(3);
    }

    @Test
    void aRunThatIsPausedAgainAfterItAskedAgainWaitsNoLonger() {
        RunId run = new RunId(7);
        Ticket first = ticket(run, 4);
        board.ask(first);
        assertThat(board.grant()).containsExactly(first);
        board.ask(ticket(run, 4));
        board.withdraw(first.holder());
        board.giveUp(first);
        assertThat(board.waiting()).isEmpty();
        assertThat(board.grant()).isEmpty();
        assertThat(board.out()).isZero();
    }

    @Test
    void aRunThatIsGrantedItsPermitsAfterItAskedAgainWaitsNoLonger() {
        RunId run = new RunId(7);
        Ticket first = ticket(run, 1);
        board.ask(first);
        assertThat(board.grant()).containsExactly(first);
        Ticket again = ticket(run, 1);
        board.ask(again);
        assertThat(board.leased(lease(first.holder(), 1))).containsExactly(again);
        assertThat(board.grant()).isEmpty();
        assertThat(board.out()).isEqualTo(1);
    }

    @Test
    void ofARunOnlyTheLatestTicketWaits() {
        RunId run = new RunId(7);
        board.ask(ticket(run, 1));
        Ticket again = ticket(run, 2);
        board.ask(again);
        board.ask(again);
        assertThat(board.waiting()).containsExactly(again);
    }

    @Test
    void theNextTicketOfTheSameHolderWaitsWhenOneIsGivenUp() {
        ask("a", 2, 0);
        Ticket first = asked.get("a");
        ask("a", 1, 0);
        Ticket second = asked.get("a");
        ask("a", 3, 0);
        Ticket third = asked.get("a");
        assertThat(board.waiting()).containsExactly(first);
        assertThat(board.giveUp(second)).isFalse();
        assertThat(board.giveUp(first)).isTrue();
        assertThat(board.grant()).containsExactly(third);
        assertThat(board.out()).isEqualTo(3);
        assertThat(board.giveUp(third)).isTrue();
        assertThat(board.out()).isZero();
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
                end(holders.remove(random.nextInt(holders.size())));
            }
        }
    }

    private int count(String holder) {
        return asked.get(holder).count();
    }

    private void ask(String holder, int count, int priority) {
        asked.put(holder, ticket(holder, count, priority));
        board.ask(asked.get(holder));
    }

    private Ticket ticket(String holder, int count, int priority) {
        LeaseRequest request = new LeaseRequest("p", holder, count, priority, Duration.ofDays(1));
        return new Ticket(request, ++order, () -> {});
    }

    private static Ticket ticket(RunId run, int count) {
        return new Ticket(new PermitWaiter(run, 0, count), _ -> {});
    }

    /// Ends the lease of a holder, or what is reserved for it.
    private void end(String holder) {
        if (board.lease(holder).isPresent()) board.released(holder);
        else board.giveUp(asked.get(holder));
    }

    private List<String> grant() {
        return board.grant().stream().map(Ticket::holder).toList();
    }

    private static Lease lease(String holder, int count) {
        return new Lease("p", holder, count, 1, null, null);
    }
}

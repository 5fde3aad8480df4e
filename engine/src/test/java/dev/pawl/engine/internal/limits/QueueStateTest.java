package dev.pawl.engine.internal.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.internal.limits.QueueState.Pick;
import dev.pawl.engine.store.Queued;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// ENG-15 ENG-16 Who is next in a queue. The list `store` plays the store.
final class QueueStateTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final List<Queued> store = new ArrayList<>();
    private QueueState board = board(QueueSettings.of("q", 2));
    private Instant now = NOW;

    @Test
    void noMoreThanTheLimitHoldASlot() {
        enqueue(1, 0, "a");
        enqueue(2, 0, "b");
        enqueue(3, 0, "c");
        assertThat(admitAll()).containsExactly(1L, 2L);
        assertThat(board.held()).isEqualTo(2);
        release(1);
        assertThat(admitAll()).containsExactly(3L);
    }

    @Test
    void aRunThatIsPickedBeforeItsArrivalIsNotedKeepsItsSlot() {
        board = board(QueueSettings.of("q", 1));
        store.add(queued(1, 0, "a"));
        assertThat(admitAll()).containsExactly(1L);
        board.changed(queued(1, 0, "a"), RunStatus.DELAYED, RunStatus.QUEUED, now);
        assertThat(board.held()).isEqualTo(1);
        enqueue(2, 0, "b");
        assertThat(admitAll()).isEmpty();
    }

    @Test
    void aRunThatIsQueuedAgainWhileItsAdmissionFailsIsFoundInTheStore() {
        enqueue(1, 0, "a");
        assertThat(admitAll()).containsExactly(1L);
        board.changed(queued(1, 0, "a"), RunStatus.QUEUED, RunStatus.PAUSED, now);
        store.add(queued(1, 0, "a"));
        board.changed(queued(1, 0, "a"), RunStatus.PAUSED, RunStatus.QUEUED, now);
        board.released(new RunId(1), now);
        assertThat(admitAll()).containsExactly(1L);
    }

    @Test
    void higherPrioritiesGoFirstAndThenEarlierRuns() {
        board = board(QueueSettings.of("q", 0));
        enqueue(1, 0, "a");
        enqueue(2, 5, "b");
        enqueue(3, 5, "c");
        enqueue(4, -1, "d");
        assertThat(admitAll()).containsExactly(2L, 3L, 1L, 4L);
    }

    @Test
    void aKeyHasALimitOfItsOwnAndDoesNotHoldUpOthers() {
        board = board(QueueSettings.of("q", 3).perKey(1));
        enqueue(1, 0, "a");
        enqueue(2, 0, "a");
        enqueue(3, 0, "b");
        assertThat(admitAll()).containsExactly(1L, 3L);
        assertThat(board.isKeyFull("a")).isTrue();
        release(1);
        assertThat(admitAll()).containsExactly(2L);
    }

    @Test
    void aPausedQueueAdmitsNoRunAndContinuesAfterwards() {
        enqueue(1, 0, "a");
        board.settings(board.settings().paused(true));
        assertThat(admitAll()).isEmpty();
        board.settings(board.settings().paused(false));
        assertThat(admitAll()).containsExactly(1L);
    }

    @Test
    void aQueueIsResizedWhileItsRunsContinue() {
        for (int i = 1; i <= 5; i++) enqueue(i, 0, "k" + i);
        assertThat(admitAll()).containsExactly(1L, 2L);
        board.settings(board.settings().concurrency(1));
        release(1);
        assertThat(admitAll()).isEmpty();
        release(2);
        assertThat(admitAll()).containsExactly(3L);
        board.settings(board.settings().concurrency(3));
        assertThat(admitAll()).containsExactly(4L, 5L);
    }

    @Test
    void aRateSaysWhenItAllowsTheNext() {
        board = board(QueueSettings.of("q", 0).rate(2, Duration.ofSeconds(10)));
        for (int i = 1; i <= 3; i++) enqueue(i, 0, "k");
        assertThat(board.rateAt(now)).isNull();
        assertThat(admitAll()).containsExactly(1L, 2L);
        assertThat(board.pick(now)).isEqualTo(new Pick.Nothing(NOW.plusSeconds(10)));
        assertThat(board.rateAt(now)).isEqualTo(NOW.plusSeconds(10));
        now = NOW.plusSeconds(10);
        assertThat(admitAll()).containsExactly(3L);
    }

    @Test
    void aRunThatWaitsNoLongerIsForgottenAndAHolderIsNotQueuedAgain() {
        enqueue(1, 0, "a");
        enqueue(2, 0, "b");
        look();
        board.changed(queued(1, 0, "a"), RunStatus.QUEUED, RunStatus.CANCELLED, now);
        store.removeFirst();
        assertThat(admitAll()).containsExactly(2L);
        board.enqueued(queued(2, 0, "b"));
        assertThat(admitAll()).isEmpty();
        board.held(queued(2, 0, "b"), now);
        release(2);
        assertThat(board.held()).isZero();
        release(2);
        assertThat(board.held()).isZero();
    }

    /// ENG-16 who comes while the store is asked is not forgotten.
    @Test
    void aRunThatComesWhileTheStoreIsAskedIsNotLost() {
        assertThat(board.pick(now)).isEqualTo(new Pick.Look(Set.of()));
        enqueue(1, 0, "a");
        board.refilled(List.of(), Set.of(), true);
        assertThat(admitAll()).containsExactly(1L);
    }

    @Test
    void aRunThatComesWhileTheStoreIsAskedBesideFullKeysIsNotLost() {
        board = board(QueueSettings.of("q", 0).perKey(1));
        for (int i = 0; i < QueueState.WINDOW; i++) enqueue(i, 0, "a");
        assertThat(admitAll()).containsExactly(0L);
        enqueue(9_000, 0, "a");
        Pick.Look look = (Pick.Look) board.pick(now);
        enqueue(9_001, 0, "b");
        board.refilled(List.of(), look.exceptKeys(), true);
        assertThat(admitAll()).containsExactly(9_001L);
    }

    @Test
    void noRunIsOvertakenBecauseItsKeyWasFullWhenTheStoreWasAsked() {
        board = board(QueueSettings.of("q", 2).perKey(1));
        board.held(queued(1, 0, "a"), now);
        enqueue(2, 0, "a");
        enqueue(3, 0, "b");
        enqueue(4, 0, "c");
        assertThat(admitAll()).containsExactly(3L);
        release(1);
        assertThat(admitAll()).containsExactly(2L);
    }

    @Test
    void anIdleQueueAsksTheStoreOnce() {
        assertThat(admitAll()).isEmpty();
        for (int i = 0; i < 3; i++) assertThat(board.pick(now)).isEqualTo(new Pick.Nothing(null));
    }

    @Test
    void aQueueThatIsFullOfOneKeyAsksTheStoreOnlyWhenThatChanges() {
        board = board(QueueSettings.of("q", 0).perKey(1));
        for (int i = 0; i < 3 * QueueState.WINDOW; i++) enqueue(i, 0, "a");
        assertThat(admitAll()).containsExactly(0L);
        for (int i = 0; i < 3; i++) assertThat(board.pick(now)).isEqualTo(new Pick.Nothing(null));
    }

    @Test
    void howLongASlotIsHeldIsKnownAfterTheFirst() {
        assertThat(board.usualHold()).isNull();
        board.held(queued(1, 0, "a"), now);
        board.released(new RunId(1), now.plusSeconds(10));
        assertThat(board.usualHold()).isEqualTo(Duration.ofSeconds(10));
        board.held(queued(2, 0, "a"), now);
        board.released(new RunId(2), now.plusSeconds(20));
        assertThat(board.usualHold()).isEqualTo(Duration.ofSeconds(12));
    }

    /// ENG-15 against a model that sorts a list: the same runs in the same order.
    @Test
    void thousandsOfRunsAreAdmittedInTheOrderOfAPlainList() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        board = board(QueueSettings.of("q", 5).perKey(2));
        List<Queued> holders = new ArrayList<>();
        long id = 0;
        for (int round = 0; round < 400; round++) {
            int more = random.nextInt(round == 5 ? 9_000 : 12);
            for (int i = 0; i < more; i++) {
                enqueue(++id, random.nextInt(3), "k" + random.nextInt(4));
            }
            while (true) {
                Queued expected = model(holders);
                Queued picked = next();
                assertThat(picked).as("seed " + seed).isEqualTo(expected);
                if (picked == null) break;
                holders.add(picked);
            }
            for (int i = random.nextInt(6); i > 0 && !holders.isEmpty(); i--) {
                Queued done = holders.remove(random.nextInt(holders.size()));
                release(done.run().value());
            }
        }
    }

    private Queued model(List<Queued> holders) {
        if (holders.size() >= 5) return null;
        return store.stream()
                .filter(w -> holders.stream().filter(h -> h.key().equals(w.key())).count() < 2)
                .min(
                        Comparator.comparingInt(Queued::priority)
                                .reversed()
                                .thenComparing(Queued::run))
                .orElse(null);
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> QueueSettings.of(" ", 1)).hasMessageContaining("name");
        assertThatThrownBy(() -> QueueSettings.of("q", -1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> QueueSettings.of("q", 1).rate(1, Duration.ZERO))
                .hasMessageContaining("window");
        assertThatThrownBy(() -> QueueSettings.of("q", 1).rate(10_001, Duration.ofSeconds(1)))
                .hasMessageContaining("10000");
        assertThatThrownBy(() -> new PoolSettings("", 1)).hasMessageContaining("name");
        assertThatThrownBy(() -> new PoolSettings("p", -1)).hasMessageContaining("found -1");
    }

    private static QueueState board(QueueSettings settings) {
        return new QueueState(settings, RateWindow.EMPTY);
    }

    private static Queued queued(long id, int priority, String key) {
        return new Queued(new RunId(id), priority, key);
    }

    private void enqueue(long id, int priority, String key) {
        store.add(queued(id, priority, key));
        board.enqueued(queued(id, priority, key));
    }

    /// The window of a store with more than it shows is no reason to make an urgent run wait.
    @Test
    void aRunThatBelongsIntoTheWindowGoesThereAndOneBeyondItIsLeftToTheStore() {
        board = board(QueueSettings.of("q", 0));
        board.pick(now);
        board.refilled(List.of(queued(1, 0, "a"), queued(3, 0, "c")), Set.of(), false);
        board.enqueued(queued(9, 0, "i"));
        board.enqueued(queued(5, 7, "e"));
        assertThat(board.pick(now)).isEqualTo(new Pick.Next(queued(5, 7, "e")));
        assertThat(board.pick(now)).isEqualTo(new Pick.Next(queued(1, 0, "a")));
        assertThat(board.pick(now)).isEqualTo(new Pick.Next(queued(3, 0, "c")));
        assertThat(board.pick(now)).isEqualTo(new Pick.Look(Set.of()));
    }

    @Test
    void aWindowOfTwiceItsSizeIsCutToItsSizeByOneRunMore() {
        board = board(QueueSettings.of("q", 0));
        board.pick(now);
        board.refilled(List.of(), Set.of(), true);
        for (int i = 1; i <= 4_000; i++) board.enqueued(queued(i, 0, "k"));
        assertThat(pickedBeforeALook()).isEqualTo(4_000);
        assertThat(board.pick(now)).isEqualTo(new Pick.Nothing(null));

        for (int i = 1; i <= 4_001; i++) board.enqueued(queued(10_000 + i, 0, "k"));
        assertThat(pickedBeforeALook()).isEqualTo(2_000);
        assertThat(board.pick(now)).isEqualTo(new Pick.Look(Set.of()));
    }

    private int pickedBeforeALook() {
        int picked = 0;
        while (board.pick(now) instanceof Pick.Next) picked++;
        return picked;
    }

    /// Runs that wait for a key that the store was not asked about may have come first.
    @Test
    void aKeyThatIsFreeAgainIsLookedForBeforeOthersAreAdmitted() {
        board = board(QueueSettings.of("q", 0).perKey(1));
        board.held(queued(1, 0, "a"), now);
        board.refilled(List.of(queued(5, 0, "b")), Set.of("a"), true);
        release(1);
        assertThat(board.pick(now)).isEqualTo(new Pick.Look(Set.of()));
        board.refilled(List.of(queued(2, 0, "a"), queued(5, 0, "b")), Set.of(), true);
        assertThat(board.pick(now)).isEqualTo(new Pick.Next(queued(2, 0, "a")));
    }

    @Test
    void aRateOfZeroIsNoneWhateverItsWindow() {
        board = board(new QueueSettings("q", 0, 0, 0, Duration.ofSeconds(10), false));
        enqueue(1, 0, "a");
        enqueue(2, 0, "b");
        assertThat(admitAll()).containsExactly(1L, 2L);
        assertThat(board.rateAt(now)).isNull();
        assertThat(board.rate()).isEqualTo(RateWindow.EMPTY);
        assertThat(board.holders()).containsExactlyInAnyOrder(new RunId(1), new RunId(2));
    }

    @Test
    void whatIsAdmittedCountsForTheRate() {
        board = board(QueueSettings.of("q", 0).rate(5, Duration.ofSeconds(10)));
        enqueue(1, 0, "a");
        enqueue(2, 0, "b");
        admitAll();
        assertThat(board.rate().buckets()).containsExactly(new RateWindow.Bucket(NOW, NOW, 2));
    }

    private void release(long id) {
        board.released(new RunId(id), now);
    }

    private List<Long> admitAll() {
        List<Long> admitted = new ArrayList<>();
        for (Queued run = next(); run != null; run = next()) admitted.add(run.run().value());
        return admitted;
    }

    private Queued next() {
        while (true) {
            switch (board.pick(now)) {
                case Pick.Nothing _ -> {
                    return null;
                }
                case Pick.Next(var run) -> {
                    store.remove(run);
                    return run;
                }
                case Pick.Look(var except) -> look(except);
            }
        }
    }

    private void look() {
        look(((Pick.Look) board.pick(now)).exceptKeys());
    }

    private void look(Set<String> except) {
        List<Queued> all =
                store.stream()
                        .filter(run -> !except.contains(run.key()))
                        .sorted(
                                Comparator.comparingInt(Queued::priority)
                                        .reversed()
                                        .thenComparing(Queued::run))
                        .limit(QueueState.WINDOW)
                        .toList();
        board.refilled(all, except, all.size() < QueueState.WINDOW);
    }
}

package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A commit is made only if what its decision was based on still holds.
interface GuardContract extends ClusterTrial {
    /// How many threads race, on three nodes.
    int RACERS = 24;

    private static Run keyed(long id) {
        return SampleRuns.keyed(SampleRuns.minimal(id), "k");
    }

    private static Guard newest(@Nullable Long id) {
        return new Guard.Newest("pull", "k", id == null ? null : new RunId(id));
    }

    private static Commit started(Run run, Guard... guards) {
        return ClusterTrial.guarded(Commit.of(SampleRuns.started(run)), guards);
    }

    @Test
    default void startsARunOfAKeyOnlyIfNoneIsNewer() {
        store(0).commit(started(keyed(10), newest(null)));
        assertThat(failure(1, started(keyed(20), newest(null)))).isEqualTo(Kind.GUARD_FAILED);
        assertThat(failure(1, started(keyed(20), newest(9L)))).isEqualTo(Kind.GUARD_FAILED);
        store(1).commit(started(keyed(20), newest(10L)));
        store(1).commit(started(keyed(30), newest(25L)));
        Run other = SampleRuns.of("push", keyed(40));
        store(2).commit(started(other, new Guard.Newest("push", "k", null)));
        store(2).commit(started(SampleRuns.keyed(SampleRuns.minimal(50), "l"), guardOf("l")));
        assertThat(store(0).count(Filter.ALL)).isEqualTo(5);
    }

    private static Guard guardOf(String key) {
        return new Guard.Newest("pull", key, null);
    }

    @Test
    default void startsARunOfAKeyAgainWhenItsRunsHaveEnded() {
        store(0).commit(started(keyed(10), newest(null)));
        move(0, keyed(10), RunStatus.COMPLETED);
        store(1).commit(started(keyed(20), newest(null)));
    }

    /// Otherwise the next start would be decided by another run than the newest.
    @Test
    default void refusesARunThatWouldNotBeTheNewestOfItsKey() {
        store(0).commit(started(keyed(10), newest(null)));
        assertThat(failure(1, started(keyed(5), newest(10L)))).isEqualTo(Kind.GUARD_FAILED);
        assertThat(store(0).run(new RunId(5))).isEmpty();
    }

    @Test
    default void guardsTheKeyOfARunThatHasNone() {
        start(0, SampleRuns.minimal(10));
        String key = new RunId(10).toString();
        assertThat(failure(1, started(SampleRuns.keyed(SampleRuns.minimal(20), key), guardOf(key))))
                .isEqualTo(Kind.GUARD_FAILED);
    }

    private static Run waiting(long id, int priority, PermitNeed need) {
        Run run = SampleRuns.inQueue(SampleRuns.minimal(id), new QueuePlace("q", priority));
        return SampleRuns.holding(SampleRuns.as(run, RunStatus.ACQUIRING), need);
    }

    /// Runs that wait for other pools, need too much or cannot be executed by the node do not block
    /// the others.
    @Test
    default void findsTheFirstInLineForPermitsOfAPool() {
        PermitNeed one = new PermitNeed("db", 1);
        Run keyless =
                SampleRuns.holding(SampleRuns.as(SampleRuns.minimal(1), RunStatus.ACQUIRING), one);
        start(0, keyless);
        start(0, waiting(2, 0, new PermitNeed("net", 1)));
        start(1, waiting(3, 5, one));
        start(1, waiting(4, 5, new PermitNeed("db", 3)));
        start(2, waiting(5, -1, one));
        start(2, SampleRuns.of("push", waiting(6, 9, one)));
        start(2, SampleRuns.holding(SampleRuns.minimal(7), one));
        Claim mine = new Claim(Set.of(SampleRuns.MACHINE), Set.of());
        assertThat(line("db", null, 9, 9))
                .containsExactly("6 9 1", "3 5 1", "4 5 3", "1 0 1", "5 -1 1");
        assertThat(line("db", mine, 2, 9)).containsExactly("3 5 1", "1 0 1", "5 -1 1");
        assertThat(line("db", mine, 2, 2)).containsExactly("3 5 1", "1 0 1");
        assertThat(line("net", mine, 1, 9)).containsExactly("2 0 1");
        assertThat(line("d", mine, 1, 9)).isEmpty();
        move(1, waiting(3, 5, one), RunStatus.BACKING_OFF);
        assertThat(line("db", mine, 2, 9)).containsExactly("1 0 1", "5 -1 1");
        move(2, SampleRuns.holding(SampleRuns.minimal(7), one), RunStatus.COMPLETED);
    }

    private List<String> line(String pool, @Nullable Claim claim, int countMax, int limit) {
        return nodes(0).permitWaiters(pool, claim, countMax, limit).stream()
                .map(one -> one.run().value() + " " + one.priority() + " " + one.count())
                .toList();
    }

    @Test
    default void changesWhatADocumentGuardsOnlyIfTheDocumentIsUnchanged() {
        NamedDocument first = ClusterTrial.document(NamedDocument.Kind.SCHEDULE, "s", "{\"n\":1}");
        NamedDocument second = ClusterTrial.document(NamedDocument.Kind.SCHEDULE, "s", "{\"n\":2}");
        NamedDocument none = ClusterTrial.document(NamedDocument.Kind.SCHEDULE, "s", null);
        assertThat(failure(0, swap(first, second))).isEqualTo(Kind.GUARD_FAILED);
        store(0).commit(swap(none, first));
        assertThat(failure(1, swap(none, second))).isEqualTo(Kind.GUARD_FAILED);
        assertThat(failure(1, swap(second, first))).isEqualTo(Kind.GUARD_FAILED);
        store(1).commit(swap(first, second));
        assertThat(store(2).documents(NamedDocument.Kind.SCHEDULE)).containsExactly(second);
        store(2).commit(swap(second, none));
        assertThat(store(0).documents(NamedDocument.Kind.SCHEDULE)).isEmpty();
    }

    private static Commit swap(NamedDocument before, NamedDocument after) {
        return ClusterTrial.guarded(Commit.of(after), new Guard.Same(before));
    }

    @Test
    default void leavesNoTraceOfACommitWhoseGuardDoesNotHold() {
        join(0);
        start(0, keyed(10));
        Commit commit =
                Commit.of(SampleRuns.started(keyed(20)))
                        .sending(List.of(SampleRuns.message(90, 10, "go")))
                        .with(List.of(ClusterTrial.document(NamedDocument.Kind.POOL, "p", "{}")));
        assertThat(failure(0, ClusterTrial.guarded(commit, newest(null))))
                .isEqualTo(Kind.GUARD_FAILED);
        assertThat(store(1).count(Filter.ALL)).isEqualTo(1);
        assertThat(store(1).messages(9)).isEmpty();
        assertThat(store(1).documents(NamedDocument.Kind.POOL)).isEmpty();
        assertThat(store(1).log(0, MANY)).hasSize(1);
    }

    @Test
    default void refusesASecondStartWithAnIdempotencyKey() {
        start(0, SampleRuns.once(SampleRuns.minimal(1), "once"));
        assertThat(failure(1, started(SampleRuns.once(SampleRuns.minimal(2), "once"))))
                .isEqualTo(Kind.GUARD_FAILED);
        move(0, SampleRuns.once(SampleRuns.minimal(1), "once"), RunStatus.COMPLETED);
        assertThat(failure(1, started(SampleRuns.once(SampleRuns.minimal(3), "once"))))
                .isEqualTo(Kind.GUARD_FAILED);
        start(1, SampleRuns.of("push", SampleRuns.once(SampleRuns.minimal(4), "once")));
        assertThat(store(2).count(Filter.ALL)).isEqualTo(2);
    }

    @Test
    default void letsOneOfManyWinAKey() {
        assertThat(winners(id -> started(keyed(1_000 + id), newest(null)))).isEqualTo(1);
        assertThat(store(0).count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    default void letsOneOfManyWinAnIdempotencyKey() {
        assertThat(winners(id -> started(SampleRuns.once(SampleRuns.minimal(1_000 + id), "o"))))
                .isEqualTo(1);
        assertThat(store(0).count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    default void letsOneOfManyWinADocument() {
        NamedDocument none = ClusterTrial.document(NamedDocument.Kind.PERMIT, "p", null);
        NamedDocument first = ClusterTrial.document(NamedDocument.Kind.PERMIT, "p", "{\"n\":0}");
        assertThat(winners(n -> swap(none, numbered(n)))).isEqualTo(1);
        store(0).commit(Commit.of(first));
        assertThat(winners(n -> swap(first, numbered(n)))).isEqualTo(1);
    }

    private static NamedDocument numbered(int number) {
        return ClusterTrial.document(
                NamedDocument.Kind.PERMIT, "p", "{\"n\":%d}".formatted(number + 1));
    }

    /// Commits all at once and returns how many succeeded; the others were refused.
    private int winners(IntFunction<Commit> commit) {
        AtomicInteger winners = new AtomicInteger();
        List<Runnable> racers = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            int number = i;
            racers.add(() -> {
                try {
                    store(number % 3).commit(commit.apply(number));
                    winners.incrementAndGet();
                } catch (StoreException e) {
                    assertThat(e.kind()).isEqualTo(Kind.GUARD_FAILED);
                }
            });
        }
        TestThreads.run(racers);
        return winners.get();
    }

    @Test
    default void countsEveryIncrementOfAGuardedDocument() {
        for (int i = 0; i < 3; i++) join(i);
        store(0).commit(Commit.of(counter(0)));
        int rounds = 5;
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            int number = i % 3;
            tasks.add(() -> {
                for (int round = 0; round < rounds; round++) increment(number);
            });
        }
        TestThreads.run(tasks);
        assertThat(store(0).documents(NamedDocument.Kind.RATE))
                .containsExactly(counter((long) RACERS * rounds));
    }

    private static NamedDocument counter(long value) {
        return ClusterTrial.document(NamedDocument.Kind.RATE, "c", Long.toString(value));
    }

    private void increment(int number) {
        for (int tries = 0; tries < MANY && TestThreads.mayContinue(); tries++) {
            NamedDocument now = store(number).document(NamedDocument.Kind.RATE, "c").orElseThrow();
            long value = Long.parseLong(String.valueOf(now.body()));
            try {
                store(number).commit(swap(now, counter(value + 1)));
                return;
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(Kind.GUARD_FAILED);
            }
        }
    }
}

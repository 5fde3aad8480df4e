package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Writing;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A store that was closed refuses everything and has lost nothing.
interface ClosedContract extends StoreTrial {
    /// One call of each method.
    List<Consumer<Store>> CALLS =
            List.of(
                    store -> store.commit(Commit.of(Runs.started(Runs.minimal(2)))),
                    store -> store.commit(Commit.of(new Item(Item.Kind.POOL, "p", null))),
                    store -> store.run(new RunId(1)),
                    store -> store.live("pull", "k"),
                    store -> store.startedWith("pull", "k"),
                    store -> store.runs(Filter.ALL, Page.newest(1)),
                    store -> store.count(Filter.ALL),
                    Store::tally,
                    store -> store.wakes(1),
                    store -> store.queued("q", Set.of(), 1),
                    store -> store.history(new RunId(1), 0, 1),
                    store -> store.log(0, 1),
                    store -> store.mail(1),
                    store -> store.items(Item.Kind.NODE),
                    store -> store.prune(new Retention("pull", null, 0L), 1),
                    Store::verify,
                    Store::lastId);

    @Test
    default void refusesEveryCallOnceItWasClosed() {
        start(Runs.minimal(1));
        Store closed = store();
        closed.close();
        for (Consumer<Store> call : CALLS) {
            assertThat(catchThrowable(() -> call.accept(closed)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CLOSED));
        }
        assertThat(reopened().count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    default void mayBeClosedTwice() {
        Store closed = store();
        closed.close();
        closed.close();
        assertThat(reopened().count(Filter.ALL)).isZero();
    }

    /// Whoever closes second may count on the store being closed, as whoever closes first.
    @Test
    default void aSecondCloseReturnsWhenTheFirstHas() throws InterruptedException {
        Store store = store();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean released = new AtomicBoolean();
        List<Boolean> seen = Collections.synchronizedList(new ArrayList<>());
        Writing slow =
                tx -> {
                    writing.countDown();
                    release.await();
                };
        Commit commit =
                new Commit(
                        List.of(Runs.started(Runs.minimal(1))),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(slow));
        Thread committing =
                Thread.ofPlatform().start(() -> commitIfItKnowsSql(store, commit, writing));
        writing.await();
        Runnable closing =
                () -> {
                    store.close();
                    seen.add(released.get());
                };
        List<Thread> closers = new ArrayList<>();
        for (int i = 0; i < 2; i++) closers.add(Thread.ofPlatform().start(closing));
        // A closer that does not wait for the writing has returned by itself.
        for (Thread closer : closers) {
            while (closer.isAlive() && !isWaiting(closer)) Thread.onSpinWait();
        }
        boolean waits = committing.isAlive();
        released.set(true);
        release.countDown();
        committing.join();
        for (Thread closer : closers) closer.join();
        assertThat(seen).hasSize(2);
        if (waits) assertThat(seen).doesNotContain(false);
        assertThat(reopened().count(Filter.ALL)).isEqualTo(waits ? 1 : 0);
    }

    private static void commitIfItKnowsSql(Store store, Commit commit, CountDownLatch writing) {
        try {
            store.commit(commit);
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED);
            writing.countDown();
        }
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING
                || state == Thread.State.TIMED_WAITING
                || state == Thread.State.BLOCKED;
    }

    @Test
    default void answersEveryCallWhenItIsEmpty() {
        CALLS.subList(1, CALLS.size()).forEach(call -> call.accept(store()));
        assertThat(store().verify()).isEmpty();
    }
}

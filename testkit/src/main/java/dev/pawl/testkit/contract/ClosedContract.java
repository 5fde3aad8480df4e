package dev.pawl.testkit.contract;

import static dev.pawl.engine.store.NamedDocument.Kind.POOL;
import static dev.pawl.engine.store.StoreException.Kind.CLOSED;
import static dev.pawl.engine.store.StoreException.Kind.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Writing;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A store that was closed refuses everything and has lost nothing.
interface ClosedContract extends StoreTrial {
    /// One call of each method, by its name and its number of parameters.
    Map<String, Consumer<Store>> CALLS =
            Map.ofEntries(
                    call(
                            "commit/1",
                            store -> store.commit(Commit.of(new NamedDocument(POOL, "p", null)))),
                    call("run/1", store -> store.run(new RunId(1))),
                    call("statuses/1", store -> store.statuses(Set.of(new RunId(1)))),
                    call("live/2", store -> store.live("pull", "k")),
                    call("startedWith/2", store -> store.startedWith("pull", "k")),
                    call("runs/2", store -> store.runs(Filter.ALL, Page.newest(1))),
                    call("count/1", store -> store.count(Filter.ALL)),
                    call("query/3", store -> store.query("select 1", row -> row.text(1))),
                    call("tally/0", Store::tally),
                    call("wakes/1", store -> store.wakes(1)),
                    call("queued/3", store -> store.queued("q", Set.of(), 1)),
                    call("history/3", store -> store.history(new RunId(1), 0, 1)),
                    call("log/2", store -> store.log(0, 1)),
                    call("messages/1", store -> store.messages(1)),
                    call("messages/2", store -> store.messages(0, 1)),
                    call("documents/1", store -> store.documents(NamedDocument.Kind.NODE)),
                    call("documents/2", store -> store.documents(NamedDocument.Kind.NODE, "n")),
                    call("document/2", store -> store.document(NamedDocument.Kind.NODE, "n")),
                    call("prune/2", store -> store.prune(new Retention("pull", null, 0L), 1)),
                    call("trim/2", store -> store.trim(new RunId(1), 1)),
                    call("retain/1", store -> store.retain(List.of())),
                    call("verify/0", Store::verify),
                    call("lastId/0", Store::lastId));

    /// The methods that a closed store may still answer.
    Set<String> ANSWERED = Set.of("close/0", "cluster/0");

    private static Map.Entry<String, Consumer<Store>> call(String name, Consumer<Store> call) {
        return Map.entry(name, call);
    }

    @Test
    default void everyMethodIsAmongTheCalls() {
        Set<String> methods = new TreeSet<>(CALLS.keySet());
        methods.addAll(ANSWERED);
        assertThat(
                        Arrays.stream(Store.class.getDeclaredMethods())
                                .filter(method -> !method.isSynthetic())
                                .map(each -> each.getName() + "/" + each.getParameterCount()))
                .containsExactlyInAnyOrderElementsOf(methods);
    }

    @Test
    default void refusesEveryCallOnceItWasClosed() {
        start(SampleRuns.minimal(1));
        Store closed = store();
        closed.close();
        Map<String, Consumer<Store>> calls = new TreeMap<>(CALLS);
        calls.put(
                "commit of a run",
                s -> s.commit(Commit.of(SampleRuns.started(SampleRuns.minimal(2)))));
        calls.forEach((name, call) ->
                assertThat(catchThrowable(() -> call.accept(closed)))
                        .as(name)
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.kind()).as(name).isEqualTo(CLOSED)));
        assertThat(reopened().count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    default void mayBeClosedTwice() {
        Store closed = store();
        closed.close();
        closed.close();
        assertThat(reopened().count(Filter.ALL)).isZero();
    }

    /// When `close` returns, the store is closed, for the second caller too.
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
        Commit commit = Commit.of(SampleRuns.started(SampleRuns.minimal(1))).writing(List.of(slow));
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
        // A close that does not wait for the writing would have returned.
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
        CALLS.forEach((name, call) -> {
            try {
                call.accept(store());
            } catch (StoreException e) {
                // A store without SQL refuses every query.
                assertThat(name).as("%s", e).isEqualTo("query/3");
                assertThat(e.kind()).isEqualTo(REFUSED);
            }
        });
        assertThat(store().verify()).isEmpty();
    }
}

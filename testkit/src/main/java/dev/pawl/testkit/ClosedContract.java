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
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Set;
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

    @Test
    default void answersEveryCallWhenItIsEmpty() {
        CALLS.subList(1, CALLS.size()).forEach(call -> call.accept(store()));
        assertThat(store().verify()).isEmpty();
    }
}

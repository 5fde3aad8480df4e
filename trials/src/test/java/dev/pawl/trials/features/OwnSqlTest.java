package dev.pawl.trials.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Writing;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The crash matrix of a machine whose steps have their own SQL passes on SQLite, and fails on a
/// store that loses or repeats such SQL (ENG-35).
final class OwnSqlTest {
    private static final String EFFECTS = "select step from effect order by step";
    private static final String INSERT = "insert into effect (step) values (?)";
    private static final String TOTAL = "select total from balance";

    private final Machine<String, String> child =
            Machine.named("child", String.class, String.class)
                    .step("work", a -> noted(a, "work"))
                    .build();
    private final Machine<String, String> parent =
            Machine.named("parent", String.class, String.class)
                    .step("split", a -> a.next().starting(child.start("a"), child.start("b")))
                    .await("joined", w -> w.children(Join.all(), "count"))
                    .step("count", a -> noted(a, "count"))
                    .step("rest", a -> a.next("done"))
                    .build();

    /// The number of commits with SQL, over all trials of one matrix.
    private int commits;

    @Test
    void passesTheCrashMatrixInOneLine() {
        var summary = matrix(SqliteStores.of(SqliteStore::open)).check();
        assertThat(summary.trials()).isGreaterThan(20);
        assertThat(summary.seen()).containsEntry("rows written", "{balance=1, effect=3}");
    }

    @Test
    void comparesTheRowsOfTheQueriesThatATestNames() {
        var summary =
                matrix(SqliteStores.of(SqliteStore::open))
                        .querying(EFFECTS, row -> row.text(1))
                        .querying(TOTAL, row -> row.number(1))
                        .check();
        assertThat(summary.seen())
                .containsEntry(EFFECTS, "[count, work, work]")
                .containsEntry(TOTAL, "[3]");
    }

    @Test
    void failsIfSqlIsNeverExecuted() {
        assertFailure((store, commit) -> store.commit(with(commit, List.of())))
                .hasMessageContaining("not killed")
                .hasMessageContaining("its SQL was not executed");
    }

    @Test
    void failsIfSqlIsExecutedAndRolledBack() {
        assertFailure(OwnSqlTest::rolledBack)
                .hasMessageContaining("not killed")
                .hasMessageContaining("SQL of a step was lost");
    }

    /// For every commit in every trial.
    @Test
    void failsIfTheSqlOfASingleCommitIsRolledBack() {
        for (int lost : List.of(2, 4, 5, 40)) {
            commits = 0;
            assertFailure(
                            (store, commit) -> {
                                if (++commits == lost) rolledBack(store, commit);
                                else store.commit(commit);
                            })
                    .as("commit %d is lost", lost)
                    .hasMessageContaining("SQL of a step was lost");
            assertThat(commits).isGreaterThanOrEqualTo(lost);
        }
    }

    @Test
    void failsIfSqlIsExecutedTwiceAfterACrash() {
        assertFailure(
                        (store, commit) -> {
                            // The undisturbed trial has three commits with SQL.
                            List<Writing> twice = new ArrayList<>(commit.writings());
                            if (++commits > 3) twice.addAll(commit.writings());
                            store.commit(with(commit, twice));
                        })
                .hasMessageContaining("killed before write 1,")
                .hasMessageContaining("SQL of a step was lost or executed twice");
    }

    @Test
    void failsIfAStepWritesMoreAfterACrash() {
        Machine<String, String> careless =
                Machine.named("careless", String.class, String.class)
                        .step(
                                "work",
                                a -> {
                                    Outcome<String> once = noted(a, "work");
                                    return a.replay() == Attempt.Replay.CRASH
                                            ? once.writing(tx -> tx.update(INSERT, "again"))
                                            : once;
                                })
                        .build();
        CrashMatrix matrix = CrashMatrix.of(careless, "x").on(SqliteStores.of(SqliteStore::open));
        assertThatThrownBy(matrix::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it did not end like the trial without a kill")
                .hasMessageContaining("{balance=1, effect=1}")
                .hasMessageContaining("{balance=1, effect=2}");
    }

    private CrashMatrix matrix(SqliteStores stores) {
        return CrashMatrix.of(parent, "x").with(child).on(stores);
    }

    private org.assertj.core.api.AbstractThrowableAssert<?, ?> assertFailure(Committing lossy) {
        SqliteStores stores = SqliteStores.of(home -> over(SqliteStore.open(home), lossy));
        return assertThatThrownBy(() -> matrix(stores).check()).isInstanceOf(AssertionError.class);
    }

    private static void rolledBack(Store store, Commit commit) {
        List<Writing> failing = new ArrayList<>(commit.writings());
        failing.add(_ -> {
            throw new IllegalStateException("rolled back");
        });
        assertThatThrownBy(() -> store.commit(with(commit, failing)))
                .isInstanceOf(StoreException.class);
        store.commit(with(commit, List.of()));
    }

    private static Commit with(Commit commit, List<Writing> writings) {
        return commit.writing(writings);
    }

    /// Returns `store` with another way to make commits that have SQL.
    private static Store over(Store store, Committing committing) {
        return (Store)
                Proxy.newProxyInstance(
                        Store.class.getClassLoader(),
                        new Class<?>[] {Store.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("commit")
                                    && arguments[0] instanceof Commit commit
                                    && !commit.writings().isEmpty()) {
                                committing.commit(store, commit);
                                return null;
                            }
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static Outcome<String> noted(Attempt<String, String> attempt, String step) {
        return attempt.next()
                .writing(tx -> {
                    tx.update("create table if not exists effect (step text)");
                    tx.update("create table if not exists balance (id integer primary key, total)");
                    tx.update(INSERT, step);
                    tx.update(
                            "insert into balance values (1, 1) on conflict do update"
                                    + " set total = total + 1");
                });
    }

    private interface Committing {
        void commit(Store store, Commit commit);
    }
}

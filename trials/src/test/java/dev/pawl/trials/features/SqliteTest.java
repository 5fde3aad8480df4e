package dev.pawl.trials.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Transaction;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine's behaviours that need a real store.
final class SqliteTest {
    private static final Machine<String, String> QUICK =
            Machine.named("quick", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();

    @TempDir private Path directory;

    private final Stores stores =
            new Stores() {
                private final Map<Store, Path> homes = new HashMap<>();

                @Override
                public Store open() {
                    return opened(directory.resolve("home-" + homes.size()));
                }

                @Override
                public Store reopen(Store before) {
                    before.close();
                    return opened(homes.get(before));
                }

                private Store opened(Path home) {
                    Store store = SqliteStore.open(home);
                    homes.put(store, home);
                    return store;
                }
            };

    /// ENG-34 and E20: a second opener gets a clear message that names the owner, and harms
    /// nothing.
    @Test
    void namesTheOwnerToASecondOpener() throws InterruptedException {
        Path home = directory.resolve("home");
        try (Engine engine = Engine.open(SqliteStore.open(home), QUICK)) {
            assertThatThrownBy(() -> SqliteStore.open(home))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            RunId id = engine.start(QUICK.start("x"));
            assertThat(engine.await(QUICK, id, Duration.ofMinutes(1))).isEqualTo("done");
        }
        SqliteStore.open(home).close();
    }

    /// E9: the directory is made for its owner, who can use it.
    @Test
    void makesADirectoryThatItsOwnerCanUse() throws IOException {
        Path home = directory.resolve("a/b/home");
        SqliteStore.open(home).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
    }

    /// E10: what goes wrong while closing is not lost, and closing twice does no harm.
    @Test
    void refusesEverythingAfterItWasClosed() {
        Store store = SqliteStore.open(directory.resolve("home"));
        store.close();
        store.close();
        assertThatThrownBy(store::verify)
                .isInstanceOf(StoreException.class)
                .satisfies(e ->
                        assertThat(((StoreException) e).kind())
                                .isEqualTo(StoreException.Kind.CLOSED));
    }

    /// ENG-35 the crash matrix on a real store, with SQL that commits with the transitions.
    @Test
    void passesTheCrashMatrixWithSqlOfItsOwn() {
        Machine<String, String> child =
                Machine.named("child", String.class, String.class)
                        .step("work", a -> a.next().writing(tx -> note(tx, "work")))
                        .build();
        Machine<String, String> parent =
                Machine.named("parent", String.class, String.class)
                        .step("split", a -> a.next().starting(child.start("a"), child.start("b")))
                        .await("joined", w -> w.children(Join.all(), "count"))
                        .step("count", a -> a.next().writing(tx -> note(tx, "count")))
                        .step("rest", a -> a.next("done"))
                        .build();
        var summary = CrashMatrix.of(parent, "x").with(child).on(stores).check();
        assertThat(summary.lives()).isGreaterThan(20);
    }

    private static void note(Transaction tx, String step) {
        tx.update("create table if not exists effect (step text)");
        tx.update("insert into effect (step) values (?)", step);
        long count = tx.query("select count(*) from effect", row -> row.number(1)).getFirst();
        if (count > 3) throw new IllegalStateException("an effect was recorded twice: " + count);
    }
}

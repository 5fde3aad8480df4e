package dev.pawl.trials.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine's behaviours that need a real store.
final class SqliteTest {
    private static final Machine<String, String> QUICK =
            Machine.named("quick", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();

    @TempDir private Path directory;

    /// A second process that opens the store gets a clear message that names the owner, and does no
    /// harm (ENG-34, E20).
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

    /// The directory is created for its owner, who can use it (E9).
    @Test
    void createsADirectoryThatItsOwnerCanUse() throws IOException {
        Path home = directory.resolve("a/b/home");
        SqliteStore.open(home).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
    }
}

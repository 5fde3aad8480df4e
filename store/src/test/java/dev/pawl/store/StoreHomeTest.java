package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The permissions of a home directory and its files.
final class StoreHomeTest {
    @TempDir private Path directory;

    private Path home;

    @BeforeEach
    void name() {
        home = directory.resolve("home");
    }

    @Test
    void aNewDirectoryIsAccessibleToItsOwnerOnly() throws IOException {
        try (Pawl pawl = Pawl.open(home)) {
            assertThat(pawl).isNotNull();
            assertThat(mode(home)).isEqualTo("rwx------");
        }
    }

    @Test
    void filesAreAccessibleToTheirOwnerOnlyAlsoInASharedDirectory() throws IOException {
        make("rwxr-xr-x");
        try (Pawl pawl = Pawl.open(home)) {
            assertThat(pawl).isNotNull();
            assertThat(modes())
                    .containsOnlyKeys(
                            "pawl.db",
                            "pawl.db-wal",
                            "pawl.db-shm",
                            "pawl.lock",
                            "pawl.journal-a",
                            "pawl.journal-b",
                            "control.sock")
                    .allSatisfy((file, mode) -> assertThat(mode).as(file).isEqualTo("rw-------"));
        }
        assertThat(mode(home)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void aDirectoryThatEveryUserMayWriteToIsRefused() throws IOException {
        make("rwxr-xrwx");

        assertThatThrownBy(() -> SqliteStore.open(home))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.EXPOSED))
                .hasMessageContaining("chmod o-w " + home);
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void thePermissionsThatTheOwnerSetStay() throws IOException {
        SqliteStore.open(home).close();
        Path file = home.resolve("pawl.db");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        SqliteStore.open(home).close();

        assertThat(mode(file)).isEqualTo("rw-r-----");
    }

    private void make(String mode) throws IOException {
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString(mode));
    }

    private Map<String, String> modes() throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (var files = Files.list(home)) {
            for (Path file : files.toList()) {
                modes.put(String.valueOf(file.getFileName()), mode(file));
            }
        }
        return modes;
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}

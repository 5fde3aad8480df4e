package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The copies of the native library that killed processes leave behind.
final class NativeLibraryTest {
    private static final int KILLS = 3;

    @TempDir private Path temporary;

    @TempDir private Path home;

    @Test
    void copiesOfKilledProcessesDoNotPileUp() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            Process child = start();
            try (BufferedReader output = child.inputReader()) {
                assertThat(output.readLine()).isEqualTo("open");
                assertThat(libraries()).hasSize(1);
            } finally {
                ChildJvm.end(child);
            }
        }
        assertThat(libraries()).hasSize(1);
        endByItself();
        assertThat(libraries()).isEmpty();
        try (Stream<Path> left = Files.list(directory())) {
            assertThat(left).containsExactly(directory().resolve("lock"));
        }
    }

    @Test
    void theCopyOfARunningProcessStays() throws Exception {
        Process first = start();
        try (BufferedReader output = first.inputReader()) {
            assertThat(output.readLine()).isEqualTo("open");
            Process second = start();
            try (BufferedReader other = second.inputReader()) {
                assertThat(other.readLine()).isEqualTo("open");
                assertThat(libraries()).hasSize(2);
            } finally {
                ChildJvm.end(second);
            }
        } finally {
            ChildJvm.end(first);
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLockThatIsNeverReleasedDoesNotBlock() throws Exception {
        Files.createDirectory(
                directory(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (FileChannel channel =
                        FileChannel.open(
                                directory().resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            Process child = start();
            try (BufferedReader output = child.inputReader()) {
                assertThat(output.readLine()).isEqualTo("open");
                assertThat(libraries())
                        .singleElement()
                        .extracting(Path::getParent)
                        .isEqualTo(temporary);
            } finally {
                ChildJvm.end(child);
            }
        }
    }

    /// Another user may have created the directory in order to replace the library in it.
    @Test
    void aDirectoryThatOthersMayWriteIsNotUsed() throws Exception {
        Files.createDirectory(directory());
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
        endByItself();
        try (Stream<Path> left = Files.list(directory())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aDirectoryThatTheUserHasChosenIsUsed() throws Exception {
        Path chosen = Files.createDirectory(temporary.resolve("chosen"));
        Process child = start("-Dorg.sqlite.tmpdir=" + chosen);
        try (BufferedReader output = child.inputReader()) {
            assertThat(output.readLine()).isEqualTo("open");
            assertThat(libraries()).singleElement().extracting(Path::getParent).isEqualTo(chosen);
            assertThat(directory()).doesNotExist();
        } finally {
            ChildJvm.end(child);
        }
    }

    private Process start(String... properties) throws IOException {
        String options = String.join(" ", properties) + " -Djava.io.tmpdir=" + temporary;
        return ChildJvm.start(List.of("env", "JAVA_TOOL_OPTIONS=" + options), Child.class, home);
    }

    private void endByItself() throws Exception {
        Process child = start();
        try (BufferedReader output = child.inputReader()) {
            assertThat(output.readLine()).isEqualTo("open");
            child.outputWriter().close();
            assertThat(child.waitFor()).isZero();
        } finally {
            ChildJvm.end(child);
        }
    }

    private Path directory() {
        return temporary.resolve("pawl-native-" + System.getProperty("user.name"));
    }

    private List<Path> libraries() throws IOException {
        try (Stream<Path> all = Files.walk(temporary)) {
            return all.filter(file -> file.toString().endsWith(".so")).toList();
        }
    }

    /// Opens a store in a directory of its own, reports that, and ends when its input ends.
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws IOException {
            Path home = Files.createTempDirectory(Path.of(arguments[0]), "store");
            try (Store store = SqliteStore.open(home)) {
                System.out.println(store.lastId() == 0 ? "open" : "not new");
                while (System.in.read() >= 0) {}
            }
        }
    }
}

package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store on a file system of its own that is full in the middle of a load: everything waits with
/// the reason, and goes on by itself when there is room.
@Timeout(180)
final class FullDiskTest {
    private static final List<String> MOUNTS = List.of("unshare", "-rm", "sh", "-c");

    @TempDir private Path directory;

    @Test
    void aLoadWaitsUntilThereIsRoom() throws Exception {
        Path documents = Samples.copyTo(directory.resolve("documents"));
        Path home = Files.createDirectories(directory.resolve("home"));
        List<String> said = child(home, documents);
        assertThat(said)
                .contains("filled: No space left on device", "end of cwe while full: null")
                .contains("half-written while full: []")
                .contains("recovered", "over true", "faults []")
                .anySatisfy(line ->
                        assertThat(line)
                                .startsWith("troubled: ")
                                .contains(home.toString(), "full", "Make space"));
        try (Loading calm =
                Loading.open(
                        SqliteStore.open(directory.resolve("calm")),
                        options -> options.from(documents).batches(3))) {
            calm.load(false);
            Contents.of(calm.engine()::query, calm.board())
                    .parts()
                    .forEach((what, value) ->
                            assertThat(said).contains("at the end: %s: %s".formatted(what, value)));
        }
    }

    private static List<String> child(Path home, Path documents) throws Exception {
        String mount = "mount -t tmpfs -o size=48m,mode=700 none " + home;
        assumeWorks(mount);
        List<String> command = new ArrayList<>(MOUNTS);
        command.add(mount + " && exec \"$0\" \"$@\"");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(
                List.of(FullDiskChild.class.getName(), home.toString(), documents.toString()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            List<String> said = child.inputReader().lines().toList();
            assertThat(child.waitFor()).as(String.join("\n", said)).isZero();
            return said;
        } finally {
            child.destroyForcibly();
        }
    }

    /// Skips the test, and says why, where the system does not allow what it needs.
    private static void assumeWorks(String mount) throws InterruptedException {
        List<String> command = new ArrayList<>(MOUNTS);
        command.add(mount);
        String found;
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            found = String.join(" ", process.inputReader().lines().toList());
            if (process.waitFor() == 0) return;
        } catch (IOException e) {
            found = e.getMessage();
        }
        assumeTrue(
                false,
                "needs a file system of one's own, and %s says: %s".formatted(command, found));
    }
}

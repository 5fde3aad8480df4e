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

/// A store whose file system fills up during a load: everything waits with the reason, and resumes
/// automatically when there is space.
@Timeout(180)
final class FullDiskTest {
    private static final List<String> MOUNTS = List.of("unshare", "-rm", "sh", "-c");

    @TempDir private Path directory;

    @Test
    void aLoadWaitsUntilThereIsSpace() throws Exception {
        Path documents = Samples.copyTo(directory.resolve("documents"));
        Path home = Files.createDirectories(directory.resolve("home"));
        List<String> output = child(home, documents);
        assertThat(output)
                .contains("filled: No space left on device", "end of cwe while full: null")
                .contains("half-written while full: []")
                .contains("recovered", "ended true", "faults []")
                .anySatisfy(line ->
                        assertThat(line)
                                .startsWith("failed: ")
                                .contains(home.toString(), "full", "Make space"));
        try (FeedsEngine undisturbed =
                FeedsEngine.open(
                        SqliteStore.open(directory.resolve("undisturbed")),
                        options -> options.from(documents).batches(3))) {
            undisturbed.load(false);
            DatabaseContents.of(undisturbed.engine()::query, undisturbed.view())
                    .parts()
                    .forEach((what, value) ->
                            assertThat(output)
                                    .contains("at the end: %s: %s".formatted(what, value)));
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
            List<String> output = child.inputReader().lines().toList();
            assertThat(child.waitFor()).as(String.join("\n", output)).isZero();
            return output;
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

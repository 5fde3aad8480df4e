package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Disks that are really full, made by the operating system for a process of its own.
@Timeout(120)
final class FullDiskTest {
    private static final int SIZE = 3_000_000;

    @TempDir private Path directory;

    private Path files;
    private Path small;

    @BeforeEach
    void prepare() throws IOException {
        files = Files.createDirectory(directory.resolve("files"));
        small = Files.createDirectory(directory.resolve("small"));
        Files.write(files.resolve("a"), Content.of(SIZE, 1));
    }

    @Test
    void saysHowMuchIsMissingBeforeItBegins() throws Exception {
        List<String> said = tell(onADiskOf("1m"), false);
        assertThat(said.getFirst()).matches("NO_SPACE 19\\d{5}");
        assertThat(said.get(1)).contains("3000000 bytes in " + small).contains("make space");
        assertThat(said.getLast()).isEqualTo("left []");
    }

    @Test
    void saysHowMuchIsMissingWhenSomebodyElseFillsTheDisk() throws Exception {
        List<String> said = tell(onADiskOf("4m"), true);
        assertThat(said.getFirst()).matches("NO_SPACE 2\\d{6}");
        assertThat(said.getLast()).isEqualTo("left []");
    }

    @Test
    void saysSoWhenAFileMayNotGrow() throws Exception {
        List<String> limited = List.of("sh", "-c", "ulimit -f 2000 && exec \"$0\" \"$@\"");
        assumeWorks("a limit of file sizes", limited, "true");
        List<String> said = tell(limited, false);
        assertThat(said.getFirst()).startsWith("NO_SPACE ");
        assertThat(said.getLast()).isEqualTo("left []");
    }

    @Test
    void fetchesIfThereIsSpace() throws Exception {
        assertThat(tell(onADiskOf("4m"), false))
                .containsExactly("fetched " + SIZE, "left [target]");
    }

    private List<String> onADiskOf(String size) throws InterruptedException {
        List<String> mounting = List.of("unshare", "-rm", "sh", "-c");
        String mount = "mount -t tmpfs -o size=%s none %s".formatted(size, small);
        assumeWorks("a file system of one's own", mounting, mount);
        List<String> under = new ArrayList<>(mounting);
        under.add(mount + " && exec \"$0\" \"$@\"");
        return under;
    }

    /// Returns what a child says before it ends by itself.
    private List<String> tell(List<String> under, boolean isFilled) throws Exception {
        List<String> command = new ArrayList<>(under);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(FullDiskChild.class.getName());
        command.addAll(List.of(files.toString(), small.toString(), String.valueOf(isFilled)));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output = child.inputReader()) {
            List<String> said = output.lines().toList();
            assertThat(child.waitFor()).as(String.join("\n", said)).isZero();
            return said;
        } finally {
            child.destroyForcibly();
        }
    }

    /// Skips the test, and says why, where the system does not allow what it needs.
    private static void assumeWorks(String what, List<String> command, String last)
            throws InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.add(last);
        String found;
        try {
            Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
            found = String.join(" ", process.inputReader().lines().toList());
            if (process.waitFor() == 0) return;
        } catch (IOException e) {
            found = e.getMessage();
        }
        assumeTrue(false, "needs %s, and %s says: %s".formatted(what, all, found));
    }
}

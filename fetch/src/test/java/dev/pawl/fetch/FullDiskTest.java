package dev.pawl.fetch;

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

/// Disks that are really full, made by the operating system for a separate process.
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
        Files.write(files.resolve("a"), TestContent.of(SIZE, 1));
    }

    @Test
    void reportsTheMissingSpaceBeforeItStarts() throws Exception {
        List<String> printed = run(onADiskOf("1m"), false);
        assertThat(printed.getFirst()).matches("NO_SPACE 19\\d{5}");
        assertThat(printed.get(1))
                .contains("3000000 bytes in " + small)
                .contains("free some space");
        assertThat(printed.getLast()).isEqualTo("left []");
    }

    @Test
    void reportsTheMissingSpaceWhenAnotherProgramFillsTheDisk() throws Exception {
        List<String> printed = run(onADiskOf("4m"), true);
        assertThat(printed.getFirst()).matches("NO_SPACE 2\\d{6}");
        assertThat(printed.getLast()).isEqualTo("left []");
    }

    @Test
    void reportsAFileThatMayNotGrow() throws Exception {
        List<String> limited = List.of("sh", "-c", "ulimit -f 2000 && exec \"$0\" \"$@\"");
        assumeWorks("a limit of file sizes", limited, "true");
        List<String> printed = run(limited, false);
        assertThat(printed.getFirst()).startsWith("NO_SPACE ");
        assertThat(printed.getLast()).isEqualTo("left []");
    }

    @Test
    void fetchesIfThereIsSpace() throws Exception {
        assertThat(run(onADiskOf("4m"), false)).containsExactly("fetched " + SIZE, "left [target]");
    }

    private List<String> onADiskOf(String size) throws InterruptedException {
        List<String> mounting = List.of("unshare", "-rm", "sh", "-c");
        String mount = "mount -t tmpfs -o size=%s none %s".formatted(size, small);
        assumeWorks("a separate file system", mounting, mount);
        List<String> under = new ArrayList<>(mounting);
        under.add(mount + " && exec \"$0\" \"$@\"");
        return under;
    }

    /// Returns what a child prints until it ends.
    private List<String> run(List<String> under, boolean isFilled) throws Exception {
        List<String> command = new ArrayList<>(under);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(FullDiskChild.class.getName());
        command.addAll(List.of(files.toString(), small.toString(), String.valueOf(isFilled)));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output = child.inputReader()) {
            List<String> printed = output.lines().toList();
            assertThat(child.waitFor()).as(String.join("\n", printed)).isZero();
            return printed;
        } finally {
            child.destroyForcibly();
        }
    }

    /// Skips the test, with the reason, where the system does not permit what it needs.
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

package dev.pawl.benchmarks.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The same work with common commands, synced at the end.
enum ShellCommands {
    /// The object is stored in a file, which is read twice.
    FILE(
            "curl -sf '%s' -o o.tar && sha256sum o.tar > sum && mkdir tree"
                    + " && tar xf o.tar -C tree && sync -f tree"),

    /// The object is piped into both, and is not kept.
    PIPE(
            "mkdir tree && curl -sf '%s' | tee >(sha256sum > sum) | tar x -C tree"
                    + " && sync -f tree");

    private final String script;

    ShellCommands(String script) {
        this.script = script;
    }

    /// Returns how many seconds it takes in an empty directory.
    double measure(Path directory, String url) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        long start = System.nanoTime();
        run(directory, script.formatted(url));
        return (System.nanoTime() - start) / 1e9;
    }

    /// Waits until everything written before has reached the disk.
    static void settle(Path directory) throws IOException, InterruptedException {
        run(directory, "sync -f .");
    }

    private static void run(Path directory, String script)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of("bash", "-o", "pipefail", "-c", script))
                        .directory(directory.toFile())
                        .inheritIO()
                        .start();
        if (!process.waitFor(Duration.ofMinutes(10))) {
            process.destroyForcibly();
            throw new IOException("timed out: " + script);
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code %d of %s".formatted(process.exitValue(), script));
        }
    }
}

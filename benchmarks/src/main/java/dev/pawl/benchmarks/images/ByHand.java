package dev.pawl.benchmarks.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The same work by the commands that everybody has, fsynced at the end.
enum ByHand {
    /// The object goes into a file, which is read twice.
    FILE(
            "curl -sf '%s' -o o.tar && sha256sum o.tar > sum && mkdir tree"
                    + " && tar xf o.tar -C tree && sync -f tree"),

    /// The object goes through a pipe into both, and is not kept.
    PIPE(
            "mkdir tree && curl -sf '%s' | tee >(sha256sum > sum) | tar x -C tree"
                    + " && sync -f tree");

    private final String script;

    ByHand(String script) {
        this.script = script;
    }

    /// Returns the seconds that it takes in an empty directory.
    double measure(Path directory, String url) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        long begin = System.nanoTime();
        run(directory, script.formatted(url));
        return (System.nanoTime() - begin) / 1e9;
    }

    /// Lets everything that others have written reach the disk.
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
            throw new IOException("not done in time: " + script);
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code %d of %s".formatted(process.exitValue(), script));
        }
    }
}

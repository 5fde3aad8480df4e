package dev.pawl.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs short programs and waits for them.
final class Commands {
    private Commands() {}

    /// Returns what the command printed; throws with it if the command failed.
    static String output(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = await(process);
            if (code == 0) return output;
            throw new IllegalStateException(
                    "%s: exit code %d: %s".formatted(String.join(" ", command), code, output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits for the end of a process and returns its exit code.
    static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while waiting for process " + process.pid(), e);
        }
    }
}

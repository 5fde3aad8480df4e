package dev.pawl.trials.cluster;

import dev.pawl.servers.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A node in a process of its own. Used by one thread at a time.
final class NodeProcess implements AutoCloseable {
    private static final int CLOSE_SECONDS_MAX = 60;

    /// The exit code of a process that was killed: 128 and the number of the signal.
    private static final int SIGKILLED = 128 + 9;

    final NodeSettings settings;
    private final Path log;
    private Process process;

    NodeProcess(NodeSettings settings, Path log) throws IOException {
        this.settings = settings;
        this.log = log;
        this.process = launch();
    }

    void restart() throws IOException {
        process = launch();
    }

    /// Kills the process, which must be running.
    void kill() throws InterruptedException {
        int code = process.destroyForcibly().waitFor();
        if (code != SIGKILLED) {
            throw new IllegalStateException(
                    "expected %s to be running, found its exit code %d"
                            .formatted(settings.name(), code));
        }
    }

    /// Suspends the process, or resumes it.
    void freeze(boolean on) throws IOException, InterruptedException {
        String signal = on ? "STOP" : "CONT";
        int code =
                new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid()))
                        .start()
                        .waitFor();
        if (code != 0) throw new IOException("kill -s %s ended with %d".formatted(signal, code));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Returns the lines that it wrote, across restarts.
    List<String> output() throws IOException {
        return Files.readAllLines(log);
    }

    /// Returns the acknowledged starts, each a number and an id.
    List<String> acknowledged() throws IOException {
        return Files.exists(settings.acks()) ? Files.readAllLines(settings.acks()) : List.of();
    }

    /// Closes the node gracefully, and returns its exit code.
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (process.waitFor(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) return process.exitValue();
        throw new IOException("%s has not ended".formatted(settings.name()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private Process launch() throws IOException {
        List<String> command = JavaCommand.of(List.of("-Xmx192m"), NodeMain.class);
        command.addAll(settings.words());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }
}

package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.servers.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A [ChainChild] in its own process, with its output.
final class ChainProcess implements AutoCloseable {
    private static final String SILENT = "(ends)";
    private static final int PATIENCE_SECONDS = 90;

    /// The exit code of a killed process: 128 plus the number of the signal.
    private static final int SIGKILLED = 128 + 9;

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ChainProcess(Process process) {
        this.process = process;
        Thread.startVirtualThread(this::listen);
    }

    /// Starts a process with the arguments of [ChainChild].
    static ChainProcess start(Path directory, String address, String key, String halt)
            throws IOException {
        List<String> command =
                JavaCommand.of(
                        List.of(
                                "-Dslf4j.internal.verbosity=ERROR",
                                "-Daws.disableEc2Metadata=true"),
                        ChainChild.class,
                        directory.toString(),
                        address,
                        key,
                        halt);
        return new ChainProcess(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    private void listen() {
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The process was killed, which closes its output.
        } finally {
            lines.add(SILENT);
        }
    }

    /// Returns the next line that starts with this text.
    String await(String prefix) throws InterruptedException {
        List<String> before = new ArrayList<>();
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(line).as("a line '%s…' after %s", prefix, before).isNotNull();
            if (line.startsWith(prefix)) return line;
            assertThat(line).as("'%s…' after %s", prefix, before).isNotEqualTo(SILENT);
            before.add(line);
        }
    }

    /// Kills the process with SIGKILL and waits for its end.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("killed before it ended").isEqualTo(SIGKILLED);
    }

    /// Waits until the process ends by itself, and returns the status of its run.
    String ended() throws InterruptedException {
        String how = await(ChainChild.ENDED).substring(ChainChild.ENDED.length());
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return how;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}

package dev.pawl.benchmarks.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Another Java process with the same classes, which reports lines with a name and a figure.
public final class ChildJvm implements AutoCloseable {
    private static final Duration DEATH_MAX = Duration.ofSeconds(30);

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter orders;
    private final Thread guard;

    private ChildJvm(Process process, Duration atMost) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.guard = Thread.startVirtualThread(() -> killAfter(process, atMost));
    }

    /// Starts `main`; it is killed if it has not ended after `atMost`.
    public static ChildJvm start(
            List<String> options, Class<?> main, List<String> arguments, Duration atMost)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        // Peers use a logging API, which complains that there is no logger.
        command.add("-Dslf4j.internal.verbosity=ERROR");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        return new ChildJvm(process, atMost);
    }

    /// Prints a figure, in the child.
    public static void report(String name, double figure) {
        System.out.println(name + " " + figure);
        System.out.flush();
    }

    /// Sends a line to the input of the child.
    public void send(String line) throws IOException {
        orders.write(line);
        orders.newLine();
        orders.flush();
    }

    /// Returns the figure `name`, waiting for it.
    public double await(String name) throws IOException, InterruptedException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(name + " ")) return Double.parseDouble(line.split(" ", 2)[1]);
        }
        throw new IllegalStateException(
                "the child process ended with %d and did not report '%s'"
                        .formatted(process.waitFor(), name));
    }

    /// Returns all figures of a child that ends by itself.
    public Map<String, Double> all() throws IOException, InterruptedException {
        Map<String, Double> all = new HashMap<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            String[] parts = line.split(" ", 2);
            all.put(parts[0], Double.parseDouble(parts[1]));
        }
        int code = process.waitFor();
        if (code != 0)
            throw new IllegalStateException("the child process failed: exit code " + code);
        return all;
    }

    /// Kills the child at once (SIGKILL), and returns its exit code when it has ended.
    public int kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(DEATH_MAX)) {
            throw new IllegalStateException(
                    "process %d does not end after SIGKILL".formatted(process.pid()));
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        guard.interrupt();
        answers.close();
    }

    private static void killAfter(Process process, Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS))
                process.destroyForcibly();
        } catch (InterruptedException e) {
            // Its process is closed already.
            Thread.currentThread().interrupt();
        }
    }
}

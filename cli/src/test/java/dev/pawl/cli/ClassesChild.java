package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A `pawl classes` command in a process of its own.
record ClassesChild(Process process, BufferedReader output, List<String> lines)
        implements AutoCloseable {
    private static final int SECONDS_MAX = 30;
    private static final int LIFETIME_SECONDS = 120;
    private static final int SIGKILLED = 128 + 9;

    static ClassesChild start(Path home, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Dpawl.terminal=false",
                                "-Dslf4j.internal.verbosity=ERROR",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "classes"));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // A line that never comes ends with the process, and so does the test.
        CompletableFuture.delayedExecutor(LIFETIME_SECONDS, TimeUnit.SECONDS)
                .execute(process::destroyForcibly);
        return new ClassesChild(process, process.inputReader(), new ArrayList<>());
    }

    /// Waits for a line that contains a text.
    String line(String part) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains(part)) return line;
        }
        throw new AssertionError("expected a line with '%s', found %s".formatted(part, lines));
    }

    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(SIGKILLED);
    }

    /// Waits until the process ends by itself, or after a signal; returns its exit code.
    int end() throws InterruptedException {
        assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    int interrupt() throws InterruptedException {
        process.toHandle().destroy();
        return end();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /// Asks again until the answer is yes.
    static void await(String what, BooleanSupplier question) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (!question.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /// Writes a file with a class of one function.
    static Path file(Path directory, String name, int replicas) {
        return file(
                directory,
                """
                apiVersion: oaas.io/v1alpha1
                kind: ClassRuntime
                metadata:
                  name: %s
                spec:
                  package_class_key: test.%s
                  addons: []
                  functions:
                  - function_key: cart
                    provision_config:
                      container_image: example/cart:1
                      min_scale: %d
                """
                        .formatted(name, name, replicas));
    }

    static Path file(Path directory, String content) {
        try {
            return Files.writeString(directory.resolve("class.yaml"), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

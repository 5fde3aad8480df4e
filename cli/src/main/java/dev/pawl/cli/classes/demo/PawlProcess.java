package dev.pawl.cli.classes.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A `pawl classes` command in a process of its own, which must not outlive the demo.
final class PawlProcess implements AutoCloseable {
    private static final String MAIN = "dev.pawl.cli.Main";
    private static final String CACHE = "pawl.aot";
    private static final int END_SECONDS = 10;

    private final Process process;
    private final Path log;

    private PawlProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static PawlProcess start(Path home, String name, String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dslf4j.internal.verbosity=ERROR"));
        String cache = System.getProperty(CACHE);
        if (cache != null) command.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "classes"));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home.toString()));
        Path log = home.resolve(name + ".log");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new PawlProcess(process, log);
    }

    long pid() {
        return process.pid();
    }

    /// Throws if the process has ended by itself.
    void requireAlive() throws IOException {
        if (process.isAlive()) return;
        throw new IOException(
                "expected process %d to run, found that it ended with code %d after: %s"
                        .formatted(process.pid(), process.exitValue(), output()));
    }

    String output() throws IOException {
        return Files.exists(log) ? Files.readString(log).strip() : "nothing";
    }

    /// Kills the process with SIGKILL and returns its exit code.
    int kill() throws InterruptedException {
        process.destroyForcibly();
        return process.waitFor();
    }

    /// Ends the process gracefully, or kills it if it takes too long.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

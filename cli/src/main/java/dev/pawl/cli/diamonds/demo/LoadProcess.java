package dev.pawl.cli.diamonds.demo;

import dev.pawl.cli.diamonds.display.LoadSnapshot;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// `pawl diamonds run` in a process of its own, and what its store shows meanwhile.
final class LoadProcess {
    private static final String MAIN = "dev.pawl.cli.Main";
    private static final String CACHE = "pawl.aot";
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path home;
    private final Process process;

    /// The run that had ended before the process started; it is not shown.
    private final Optional<RunId> before;

    private LoadProcess(Path home, Process process, Optional<RunId> before) {
        this.home = home;
        this.process = process;
        this.before = before;
    }

    static LoadProcess start(Path home, String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
        String cache = System.getProperty(CACHE);
        if (cache != null) command.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(List.of("diamonds", "run", "--home", home.toString()));
        command.addAll(List.of(words));
        Optional<RunId> before =
                newest(home)
                        .filter(each -> each.run().status().isEnd())
                        .map(each -> each.run().id());
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(home).toFile()))
                        .start();
        // The process must not outlive the demo.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new LoadProcess(home, process, before);
    }

    /// Shows snapshots until one is enough, or the process has ended.
    Optional<LoadSnapshot> follow(
            BiConsumer<LoadSnapshot, String> display, Predicate<LoadSnapshot> isEnough)
            throws IOException, InterruptedException {
        Instant until = Instant.now().plus(PATIENCE);
        Optional<LoadSnapshot> last = Optional.empty();
        while (Instant.now().isBefore(until)) {
            boolean isAlive = process.isAlive();
            last = newest(home).filter(each -> !before.equals(Optional.of(each.run().id())));
            last.ifPresent(each -> display.accept(each, ""));
            if (!isAlive || last.filter(isEnough).isPresent()) return last;
            Thread.sleep(INTERVAL);
        }
        process.destroyForcibly();
        throw new IOException(
                "the run took longer than %s; it printed %s".formatted(PATIENCE, output()));
    }

    /// Kills the process with SIGKILL and returns its exit code.
    int kill() throws InterruptedException {
        process.destroyForcibly();
        return process.waitFor();
    }

    int end() throws InterruptedException {
        return process.waitFor();
    }

    long pid() {
        return process.pid();
    }

    /// Returns the newest run; empty until a process has created one.
    private static Optional<LoadSnapshot> newest(Path home) {
        try (Store store = SqliteStore.openReadOnly(home)) {
            return store.runs(Filter.ALL.machine(RunState.MACHINE), Page.newest(1)).stream()
                    .findFirst()
                    .flatMap(run -> store.run(run.id()))
                    .map(run -> LoadSnapshot.of(Instant.now(), run, store::query));
        } catch (StoreException _) {
            // The process has not created the store or its tables yet.
            return Optional.empty();
        }
    }

    String output() throws IOException {
        try (Stream<String> lines = Files.lines(log(home))) {
            return lines.reduce((_, last) -> last).orElse("nothing");
        }
    }

    private static Path log(Path home) {
        return home.resolve("run.log");
    }
}

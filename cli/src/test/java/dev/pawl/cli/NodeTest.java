package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Engine;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.JavaCommand;
import dev.pawl.store.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node is a process that executes the machines of a jar until it closes or dies.
class NodeTest {
    /// Its body prints when it starts and ends; in between it waits forever if there is a file.
    private static final String MACHINES =
            """
            package app;
            import dev.pawl.machine.Machine;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.concurrent.CountDownLatch;
            final class Machines {
                static final Machine<String, String> CHORE =
                        Machine.named("chore", String.class, String.class)
                                .step("work", a -> {
                                    System.out.println("started " + a.request());
                                    boolean stays = Files.exists(Path.of(a.request()));
                                    if (stays) new CountDownLatch(1).await();
                                    System.out.println("did " + a.request());
                                    return a.next("done");
                                })
                                .build();
            }
            """;

    /// The exit code of a process that was killed: 128 and the number of the signal.
    private static final int SIGKILLED = 128 + 9;

    /// The same machine, for a process that only starts runs.
    private static final Machine<String, String> CHORE =
            Machine.named("chore", String.class, String.class)
                    .step("work", a -> a.next("done elsewhere"))
                    .build();

    @TempDir Path directory;

    private final List<Process> children = new ArrayList<>();
    private Databases database;
    private Path jar;
    private Path stay;

    @BeforeEach
    void build() throws IOException {
        database = Databases.fresh();
        jar = new Jars(directory).of("app", MACHINES);
        stay = directory.resolve("stay");
    }

    @AfterEach
    void endThem() throws InterruptedException {
        for (Process child : children) {
            child.destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void executesARunAndClosesGracefully() throws Exception {
        RunId id = start(database.store());
        Child node = node("--name", "one", "--jar", jar.toString());
        node.says("joined as one, epoch 2");
        node.says("ready");
        assertThat(ok("nodes")).containsPattern("one +2 +LIVE").contains("chore v1");

        assertThat(ok("queues", "resume", "chores")).doesNotContain("paused");
        node.says("did " + stay);

        assertThat(node.end()).isZero();
        node.says("closing");
        node.says("closed");
        try (Store store = database.store()) {
            Run run = store.run(id).orElseThrow();
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(store.cluster().orElseThrow().members())
                    .extracting(Member::state)
                    .containsOnly(Member.State.LEFT);
        }
    }

    @Test
    void theRunOfAKilledNodeContinuesOnAnotherOne() throws Exception {
        RunId id = start(database.store());
        Files.createFile(stay);
        Child first = node("--name", "one", "--jar", jar.toString());
        first.says("ready");
        ok("queues", "resume", "chores");
        first.says("started " + stay);
        first.kill();
        Files.delete(stay);

        Child second = node("--name", "two", "--classpath", jar.toString(), "--json");
        second.says("\"event\":\"took over\"");
        second.says("did " + stay);
        assertThat(second.end()).isZero();

        assertThat(ok("nodes")).containsPattern("one +2 +LOST").containsPattern("two +3 +LEFT");
        try (Store store = database.store()) {
            assertThat(store.run(id).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(store.history(id, 0, 100))
                    .extracting(HistoryEntry::kind)
                    .contains(HistoryEntry.Kind.RECOVERED);
        }
    }

    @Test
    void aNodeOfTheSameNameReplacesTheFirst() throws Exception {
        start(database.store());
        Child first = node("--name", "one", "--jar", jar.toString(), "--class", "app.Machines");
        first.says("ready");
        Child second = node("--name", "one", "--jar", jar.toString());
        second.says("replacing the live node one");
        second.says("ready");
        first.says("lost the lease of epoch 2");
        first.says("the node stops: another process has opened as node one");
        assertThat(first.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(first.process.exitValue()).isEqualTo(ExitCode.STORE);
        assertThat(ok("nodes")).containsPattern("one +2 +LOST").containsPattern("one +3 +LIVE");
        assertThat(second.end()).isZero();
    }

    @Test
    void aNodeThatCannotStartExitsWithAnErrorCode() throws Exception {
        Child node = node("--name", "one", "--jar", "missing.jar");
        assertThat(node.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(node.process.exitValue()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void isAloneOnADirectory() throws Exception {
        Path home = directory.resolve("home");
        RunId id = start(SqliteStore.open(home));
        Terminal terminal = new Terminal(home);
        Child node = child(List.of("node", "--home", "" + home, "--jar", "" + jar));
        node.says("ready");
        assertThat(terminal.ok("top", "--once")).contains("running, process " + node.process.pid());
        terminal.ok("queues", "resume", "chores");
        node.says("did " + stay);
        assertThat(node.end()).isZero();
        assertThat(terminal.ok("run", "show", id.toString())).contains("COMPLETED");
        assertThat(terminal.ok("nodes")).contains("belongs to a single process");
        assertThat(terminal.ok("nodes", "--json").strip()).isEqualTo("[ ]");
    }

    /// Starts a run that waits in a paused queue, and closes the store.
    private RunId start(Store store) {
        QueueSettings queue = QueueSettings.of("chores", 1).paused(true);
        try (Engine engine = Engine.open(store, options -> options.machines(CHORE).queue(queue))) {
            return engine.start(CHORE.start(stay.toString()).queue("chores"));
        }
    }

    private String ok(String... args) {
        return database.terminal().ok(args);
    }

    private Child node(String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("node", "--lease", "2s", "--heartbeat", "1s"));
        args.addAll(List.of("--store", database.url(), "--schema", database.schema()));
        args.addAll(List.of(more));
        return child(args);
    }

    private Child child(List<String> args) throws IOException {
        List<String> command = JavaCommand.of(Main.class, args.toArray(String[]::new));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        children.add(process);
        return new Child(process, process.inputReader());
    }

    private record Child(Process process, BufferedReader out) {
        /// Reads lines until one contains these words.
        void says(String words) throws IOException {
            List<String> said = new ArrayList<>();
            while (true) {
                String line = out.readLine();
                assertThat(line).as("\"%s\" after %s", words, said).isNotNull();
                if (line.contains(words)) return;
                said.add(line);
            }
        }

        /// Sends SIGTERM and returns the exit code.
        int end() throws InterruptedException {
            process.toHandle().destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        void kill() throws InterruptedException {
            process.toHandle().destroyForcibly();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("killed before it ended").isEqualTo(SIGKILLED);
        }
    }
}

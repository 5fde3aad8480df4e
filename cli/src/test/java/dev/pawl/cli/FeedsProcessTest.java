package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.servers.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl feeds run` in its own process, which is killed, interrupted, or left alone.
@Timeout(240)
class FeedsProcessTest {
    private static final int VULNERABILITIES = 3_000;
    private static final Pattern LOADED = Pattern.compile("\"vulnerability\" : ([0-9]+)");

    /// The exit code of a killed process: 128 plus the number of the signal.
    private static final int SIGKILLED = 128 + 9;

    private static final Pattern CREATED = Pattern.compile("\"change\" : \"created\"");

    @TempDir Path directory;

    private Process child;

    @AfterEach
    void endChild() throws InterruptedException {
        if (child == null) return;
        child.toHandle().destroyForcibly();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /// Starts the process in the directory of the test, where the locations are remembered.
    private BufferedReader start(String... words) throws IOException {
        List<String> command =
                JavaCommand.of(List.of("-Dpawl.terminal=false"), Main.class, "feeds", "run");
        command.addAll(List.of(words));
        child =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        return child.inputReader();
    }

    private static String rest(BufferedReader output) {
        return String.join("\n", output.lines().toList());
    }

    /// A fast machine may load everything before the kill: then the test loads more.
    @Test
    void aKilledRunResumesAndWritesNothingTwice() throws Exception {
        int count = VULNERABILITIES;
        while (!killed(directory.resolve("many-" + count), count)) {
            count *= 4;
            assertThat(count).as("too many to load before the kill").isLessThan(1_000_000);
        }
        Terminal terminal = new Terminal(directory.resolve("many-" + count).resolve("home"));
        assertThat(loaded(terminal)).as("loaded before the kill").isBetween(1L, count - 1L);

        Terminal.Answer again = terminal.run("feeds", "run");
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(loaded(terminal)).isEqualTo(count);
        String changes =
                terminal.ok("feeds", "changes", "--since", "1d", "--limit", "999999", "--json");
        assertThat(CREATED.matcher(changes).results()).hasSize(count);
        assertThat(terminal.ok("verify")).contains("consistent");
    }

    /// Starts a load and kills it after its first items; returns whether it was incomplete.
    private boolean killed(Path place, int count) throws Exception {
        Path documents = Samples.vulnerabilities(place.resolve("documents"), count);
        Path home = place.resolve("home");
        Terminal terminal = new Terminal(home);
        BufferedReader output = start("--home", home.toString(), "--from", documents.toString());
        while (child.isAlive() && loaded(terminal) == 0) Thread.onSpinWait();
        child.toHandle().destroyForcibly();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(rest(output)).isIn(ExitCode.OK, SIGKILLED);
        return child.exitValue() == SIGKILLED && loaded(terminal) < count;
    }

    private static long loaded(Terminal terminal) {
        Matcher count = LOADED.matcher(terminal.run("feeds", "stats", "--json").out());
        return count.find() ? Long.parseLong(count.group(1)) : 0;
    }

    @Test
    void anInterruptedRunDrainsAndSaysHowToResume() throws Exception {
        Path documents = Samples.copy(directory.resolve("documents"));
        Path home = directory.resolve("home");
        BufferedReader output =
                start("--home", home.toString(), "--from", documents.toString(), "--stay");
        String line = output.readLine();
        while (line != null && !line.endsWith("STABILIZING")) line = output.readLine();
        assertThat(line).isNotNull();
        child.toHandle().destroy();
        assertThat(rest(output)).contains("drained; resume with `pawl feeds run`");
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(ExitCode.OK);

        Terminal terminal = new Terminal(home);
        assertThat(terminal.ok("feeds", "status")).contains("DRAINED");
        assertThat(terminal.run("feeds", "run").code()).isZero();
        assertThat(terminal.ok("feeds", "status")).contains("STABILIZING");
    }

    @Test
    void aSecondSignalExitsImmediatelyAndTheNextRunResumes() throws Exception {
        Path documents = Samples.copy(directory.resolve("documents"));
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        assertThat(terminal.run("feeds", "run", "--from", "cce=" + documents).code()).isZero();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // A child that never connects must not block the test forever.
            silent.setSoTimeout(60_000);
            String mirror = "cwe=http://127.0.0.1:%d/cwec.xml".formatted(silent.getLocalPort());
            BufferedReader output = start("--home", home.toString(), "cwe", "--from", mirror);
            try (Socket asked = silent.accept()) {
                assertThat(asked.isConnected()).isTrue();
                child.toHandle().destroy();
                String line = output.readLine();
                while (line != null && !line.contains("stopping")) line = output.readLine();
                assertThat(line).contains("a second Ctrl-C or SIGTERM exits immediately");
                child.toHandle().destroy();
                assertThat(rest(output)).doesNotContain("drained");
                assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(child.exitValue()).isEqualTo(130);
            }
        }
        assertThat(terminal.ok("feeds", "status")).containsPattern("cwe +RUNNING");

        Terminal.Answer again = terminal.run("feeds", "run", "cwe", "--from", "cwe=" + documents);
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(terminal.ok("feeds", "status"))
                .contains("STABILIZING")
                .containsPattern("cwe +TERMINATED +0 +11");
        assertThat(terminal.ok("verify")).contains("consistent");
    }

    /// What a killed process leaves if it was about to drain.
    @Test
    void aDrainThatThePreviousProcessLeftDoesNotHoldBackTheNextRun() throws Exception {
        Path documents = Samples.copy(directory.resolve("documents"));
        Terminal terminal = new Terminal(directory.resolve("home"));
        assertThat(terminal.run("feeds", "run", "--from", "cce=" + documents).code()).isZero();
        String drain = "{\"verb\": \"DRAIN\", \"targets\": [], \"count\": 0, \"full\": false}";
        terminal.ok("start", "provider-order", "--input", drain);

        Terminal.Answer next = terminal.run("feeds", "run", "cwe", "--from", "cwe=" + documents);
        assertThat(next.code()).as(next.out() + next.err()).isZero();
        assertThat(terminal.ok("feeds", "status")).containsPattern("cwe +TERMINATED +0 +11");
    }

    @Test
    void loadsIntoPostgresToo() throws Exception {
        Databases database = Databases.fresh();
        Path documents = Samples.copy(directory.resolve("documents"));
        BufferedReader output =
                start(
                        "--store",
                        database.url(),
                        "--schema",
                        database.schema(),
                        "--from",
                        documents.toString());
        String all = rest(output);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(all).isZero();
        assertThat(Files.readString(directory.resolve(".pawl/feeds.json"))).contains("documents");

        Terminal terminal = database.terminal();
        assertThat(terminal.ok("feeds", "status")).contains("STABILIZING  7 sources");
        assertThat(terminal.ok("feeds", "stats")).as(all).containsPattern("cwe +weakness +8");
        assertThat(terminal.ok("feeds", "search", "heartbeat")).contains("CVE-2014-0160");
        assertThat(terminal.ok("feeds", "path", "CAPEC-66", "CWE-89")).contains("weakness");
        assertThat(terminal.ok("feeds", "links", "CWE-79")).contains("ChildOf");
        assertThat(terminal.ok("feeds", "stop", "cve")).contains("the order is stored");
    }
}

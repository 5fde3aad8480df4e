package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Wrong input is reported as one sentence and an exit code, never as a stack trace.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongInputTest {
    private Path home;
    private Terminal terminal;
    private Reviews.Left left;

    @BeforeAll
    void leaveRuns(@TempDir Path directory) throws InterruptedException {
        home = directory;
        left = Reviews.leave(home);
        terminal = new Terminal(home);
    }

    @Test
    void unknownRuns() {
        assertFails(
                ExitCode.NOT_FOUND,
                "there is no run 0000000000001",
                "run",
                "show",
                "0000000000001");
        assertFails(
                ExitCode.NOT_FOUND,
                "no run has an id that starts with '7ZZ'",
                "run",
                "show",
                "7ZZ");
    }

    @Test
    void malformedIds() {
        assertFails(ExitCode.USAGE, "up to 13 letters and digits", "run", "why", "not-an-id");
        assertFails(ExitCode.USAGE, "up to 13 letters", "run", "why", "01234567890123456");
    }

    @Test
    void theStartOfSeveralIds() {
        assertFails(ExitCode.USAGE, "use a longer prefix", "run", "show", "0");
        assertThat(terminal.run("run", "show", "0").err()).contains(left.waiting().toString());
    }

    @Test
    void wrongOptionsAndArguments() {
        assertFails(
                ExitCode.USAGE,
                "unknown status 'sleeping' (has: delayed",
                "runs",
                "--status",
                "sleeping");
        assertFails(ExitCode.USAGE, "unknown option '--stauts'", "runs", "--stauts", "x");
        assertFails(
                ExitCode.USAGE, "unknown command 'rnus' (has: demo, top, bench, start,", "rnus");
        assertFails(ExitCode.USAGE, "missing command: expected one of show,", "run");
        assertFails(ExitCode.USAGE, "missing command: expected one of run, demo,", "feeds");
        assertFails(ExitCode.USAGE, "missing command: expected one of process, list,", "images");
        assertFails(ExitCode.USAGE, "Missing required parameter: 'ID'", "run", "show");
        assertFails(ExitCode.USAGE, "--limit must be 1 to 10000, found 0", "runs", "--limit", "0");
        assertFails(
                ExitCode.USAGE, "exclude each other", "runs", "--live", "--status", "completed");
        assertFails(ExitCode.USAGE, "no runs selected", "runs", "cancel");
        assertFails(ExitCode.USAGE, "must be used together", "check", "--jar", "x.jar");
        assertFails(
                ExitCode.USAGE,
                "--input must be the JSON of a request",
                "run",
                "fork",
                left.done().toString(),
                "--from",
                "publish",
                "--input",
                "{oops");
        assertFails(
                ExitCode.USAGE,
                "--rate must be a count per time",
                "queues",
                "set",
                "desk",
                "--rate",
                "fast");
    }

    @Test
    void moreWrongOptionsAndArguments() {
        String id = left.waiting().toString();
        assertFails(ExitCode.USAGE, "unknown command 'foo' (has: show, history,", "run", "foo");
        assertFails(ExitCode.USAGE, "unknown command 'foo' (has: demo", "foo", "runs");
        assertFails(ExitCode.USAGE, "unexpected argument 'extra'", "run", "show", id, "extra");
        assertFails(ExitCode.USAGE, "'x' is not a whole number", "runs", "--limit", "x");
        assertFails(
                ExitCode.USAGE, "--after must be 0 or more", "run", "history", id, "--after", "-5");
        assertFails(
                ExitCode.USAGE, "--last must be 1 or more", "run", "history", id, "--last", "0");
        assertFails(ExitCode.USAGE, "nothing to set", "queues", "set", "desk");
        assertFails(ExitCode.USAGE, "such as 100/1m", "queues", "set", "desk", "--rate", "5/0s");
        assertFails(ExitCode.USAGE, "unknown benchmark 'x' (has: saturated", "bench", "x");
        assertFails(
                ExitCode.REFUSED, "cannot go to 'nowhere' with run", "run", "goto", id, "nowhere");
        assertFails(
                ExitCode.REFUSED,
                "`pawl run fork %s --from STATE`".formatted(left.done()),
                "run",
                "goto",
                left.done().toString(),
                "publish");
    }

    @Test
    void aHomeThatIsNotADirectory(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("letter"), "dear aunt");
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        Terminal.Answer read = new Terminal(file).run("runs");
        assertThat(read.err()).contains("is a file");
        assertThat(read.code()).isEqualTo(ExitCode.USAGE);
        Terminal.Answer made = new Terminal(file).run("demo");
        assertThat(made.err()).contains("cannot create the directory").contains("--home DIR");
        assertThat(made.code()).isEqualTo(ExitCode.REFUSED);
        Terminal.Answer exposed = new Terminal(open).run("demo");
        assertThat(exposed.err()).contains("chmod o-w");
        assertThat(exposed.code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void unknownNames() {
        assertFails(ExitCode.NOT_FOUND, "has no machine 'nope' (has: review)", "diagram", "nope");
        assertFails(ExitCode.NOT_FOUND, "no queue 'nope' (has: desk)", "queues", "pause", "nope");
        assertFails(ExitCode.NOT_FOUND, "no schedule 'nope'", "schedules", "pause", "nope");
        assertFails(
                ExitCode.NOT_FOUND, "no file no.jar", "check", "--jar", "no.jar", "--class", "x");
        assertFails(
                ExitCode.REFUSED,
                "has no such state",
                "run",
                "goto",
                left.waiting().toString(),
                "nowhere");
        assertFails(ExitCode.REFUSED, "cannot retry", "run", "retry", left.waiting().toString());
        assertFails(ExitCode.REFUSED, "already contains a store", "demo");
    }

    @Test
    void sqlThatIsNotAQuery() {
        assertFails(ExitCode.USAGE, "only queries are allowed here", "sql", "delete from runs");
        assertFails(
                ExitCode.USAGE,
                "wrong: no such table: nope; `pawl sql --help`",
                "sql",
                "select * from nope");
    }

    @Test
    void noStore(@TempDir Path empty) {
        Terminal.Answer answer = new Terminal(empty).run("runs");

        assertThat(answer.code()).isEqualTo(ExitCode.STORE);
        assertThat(answer.err()).contains("no store in " + empty).contains("pawl demo");
    }

    @Test
    void aFileThatIsNotAStore(@TempDir Path other) throws IOException {
        Files.writeString(
                other.resolve("pawl.db"), "this is a letter to my aunt, not a store".repeat(99));

        Terminal.Answer answer = new Terminal(other).run("runs");

        assertThat(answer.code()).isEqualTo(ExitCode.STORE);
        assertThat(answer.err()).contains("not a database").doesNotContain("\tat ");
    }

    @Test
    void aStoreThatAnotherProcessHasOpenWithoutAnEngine(@TempDir Path taken) throws Exception {
        Reviews.Left there = Reviews.leave(taken);
        try (SqliteStore store = SqliteStore.open(taken)) {
            Terminal.Answer answer =
                    new Terminal(taken).run("run", "cancel", there.waiting().toString());

            assertThat(store.run(there.waiting())).isPresent();
            assertThat(answer.code()).isEqualTo(ExitCode.STORE);
            assertThat(answer.err()).contains("is in use by process");
        }
    }

    @Test
    void anEngineThatHangs(@TempDir Path hung) throws Exception {
        Reviews.leave(hung);
        var address = UnixDomainSocketAddress.of(hung.resolve("control.sock"));
        List<SocketChannel> callers = new ArrayList<>();
        try (var mute = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address, 1)) {
            assertThat(mute.isOpen()).isTrue();
            while (callers.isEmpty() || callers.getLast().isConnected()) {
                callers.add(SocketChannel.open(StandardProtocolFamily.UNIX));
                callers.getLast().configureBlocking(false);
                call(callers.getLast(), address);
            }

            Terminal.Answer answer = new Terminal(hung).run("runs");

            assertThat(answer.err())
                    .contains("accepts no more connections")
                    .contains("its process");
            assertThat(answer.code()).isEqualTo(ExitCode.ENGINE);
        } finally {
            for (SocketChannel caller : callers) caller.close();
        }
    }

    private static void call(SocketChannel caller, UnixDomainSocketAddress address) {
        try {
            caller.connect(address);
        } catch (IOException _) {
            // The backlog of the socket is full now.
        }
    }

    @Test
    void anErrorAsJson() {
        Terminal.Answer answer = terminal.run("run", "show", "0000000000001", "--json");

        assertThat(answer.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(answer.err()).startsWith("{\"").contains("\"code\":3").contains("no run");
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void aTraceIsShownOnDemand() {
        assertThat(terminal.run("run", "show", "0000000000001", "--debug").err())
                .contains("    at dev.pawl.");
    }

    private void assertFails(int code, String message, String... args) {
        Terminal.Answer answer = terminal.run(args);
        assertThat(answer.err()).contains(message).doesNotContain("\tat ", "    at dev.");
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.out()).isEmpty();
    }
}

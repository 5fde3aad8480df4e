package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Wrong databases and nodes are reported as one sentence, without the password.
class WrongStoreTest {
    private static final String SECRET = "s3cret-word";
    private static final String AWAY =
            "jdbc:postgresql://127.0.0.1:1/orders?user=anna&password=" + SECRET;

    @TempDir Path directory;

    @Test
    void optionsThatExcludeEachOther() {
        assertFails(ExitCode.USAGE, "exclude each other", "runs", "--home", "x", "--store", AWAY);
        assertFails(ExitCode.USAGE, "--schema needs a database", "runs", "--schema", "x");
        assertFails(ExitCode.USAGE, "do not apply here", "demo", "--store", AWAY);
        assertFails(ExitCode.USAGE, "do not apply here", "bench", "--store", AWAY);
    }

    @Test
    void malformedUrls() {
        String mysql = "jdbc:mysql://anna:" + SECRET + "@db/orders";
        assertFails(ExitCode.USAGE, "such as jdbc:postgresql://", "runs", "--store", mysql);
        assertFails(ExitCode.USAGE, "password=***", "runs", "jdbc:postgresql:x?password=" + SECRET);
        assertFails(ExitCode.USAGE, "a schema name", "runs", "--store", AWAY, "--schema", "A-B");
        assertFails(
                ExitCode.USAGE,
                "a schema name",
                "sql",
                "select 1",
                "--store",
                AWAY,
                "--schema",
                "A-B");
        String before = "jdbc:postgresql://anna:" + SECRET + "@db/orders";
        assertFails(ExitCode.USAGE, "must not precede the host", "runs", "--store", before);
        String open = "jdbc:postgresql://db?password=" + SECRET;
        assertFails(ExitCode.USAGE, "such as jdbc:postgresql://", "runs", "--store", open);
    }

    @Test
    void aServerThatDoesNotAnswer() throws IOException {
        String words = "A server that answers is expected";
        for (String command : List.of("runs", "nodes", "top", "verify", "check", "queues")) {
            assertFails(ExitCode.STORE, words, command, "--store", AWAY);
        }
        assertFails(ExitCode.STORE, words, "sql", "select 1", "--store", AWAY);
        Path jar = new Jars(directory).of("app", machines("static final Machine<?, ?> M ="));
        assertFails(ExitCode.STORE, words, "node", "--store", AWAY, "--jar", jar.toString());
    }

    @Test
    void noStoreIsCreatedInADatabase() {
        Terminal terminal = Databases.fresh().terminal();
        for (int i = 0; i < 2; i++) {
            Terminal.Answer answer = terminal.run("runs");
            assertThat(answer.err()).contains("there is no store in the schema test_");
            assertThat(answer.code()).isEqualTo(ExitCode.STORE);
        }
        assertThat(terminal.run("sql", "select 1").code()).isEqualTo(ExitCode.STORE);
    }

    @Test
    void aPasswordOfTheEnvironmentIsNotPrinted() {
        Map<String, String> environment =
                Map.of("PAWL_STORE", AWAY, "PGUSER", "otto", "PGPASSWORD", "other-" + SECRET);
        Terminal.Answer answer = new Terminal(List.of("--debug"), environment).run("runs");
        assertThat(answer.err()).contains("jdbc:postgresql://127.0.0.1:1/orders");
        assertThat(answer.err()).doesNotContain(SECRET);
    }

    @Test
    void nodesThatCannotStart() throws IOException {
        String home = directory.resolve("home").toString();
        Path jar = new Jars(directory).of("app", machines("static final Object M ="));
        assertFails(ExitCode.USAGE, "no machines: name them with --jar", "node", "--home", home);
        assertFails(
                ExitCode.NOT_FOUND,
                "no machines in",
                "node",
                "--home",
                home,
                "--jar",
                jar.toString());
        assertFails(
                ExitCode.NOT_FOUND, "no file no.jar", "node", "--home", home, "--jar", "no.jar");
        List<String> base = List.of("node", "--home", home, "--jar", jar.toString());
        assertFails(
                ExitCode.USAGE,
                "expected a time such as 90s, 1m30s, 12h or 30d, found 'soon'",
                base,
                "--lease",
                "soon");
        assertFails(ExitCode.USAGE, "at least twice --heartbeat", base, "--lease", "1s");
        assertFails(ExitCode.USAGE, "--name needs a name", base, "--name", " ");
        assertThat(Files.exists(Path.of(home))).isFalse();
    }

    private static String machines(String field) {
        return """
        package app;
        import dev.pawl.machine.Machine;
        final class Machines {
            %s Machine.named("m", String.class, String.class)
                    .step("a", a -> a.next("")).build();
        }
        """
                .formatted(field);
    }

    private void assertFails(int code, String message, List<String> args, String... more) {
        List<String> all = new ArrayList<>(args);
        all.addAll(List.of(more));
        assertFails(code, message, all.toArray(String[]::new));
    }

    private void assertFails(int code, String message, String... args) {
        Terminal.Answer answer = new Terminal().run(args);
        assertThat(answer.err()).contains(message).doesNotContain("internal error");
        assertThat(answer.err()).doesNotContain(SECRET);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.out()).isEmpty();
    }
}

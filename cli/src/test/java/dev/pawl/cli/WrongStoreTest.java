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

/// What people get wrong about databases and nodes is told in a sentence, without their password.
class WrongStoreTest {
    private static final String SECRET = "s3cret-word";
    private static final String AWAY =
            "jdbc:postgresql://127.0.0.1:1/orders?user=anna&password=" + SECRET;

    @TempDir Path directory;

    @Test
    void placesThatExcludeEachOther() {
        assertFails(ExitCode.USAGE, "exclude each other", "runs", "--home", "x", "--store", AWAY);
        assertFails(ExitCode.USAGE, "belongs to a database", "runs", "--schema", "x");
        assertFails(ExitCode.USAGE, "are not for it", "demo", "--store", AWAY);
        assertFails(ExitCode.USAGE, "are not for it", "bench", "--store", AWAY);
    }

    @Test
    void addressesThatAreNone() {
        String mysql = "jdbc:mysql://anna:" + SECRET + "@db/orders";
        assertFails(ExitCode.USAGE, "such as jdbc:postgresql://", "runs", "--store", mysql);
        assertFails(ExitCode.USAGE, "password=***", "runs", "jdbc:postgresql:x?password=" + SECRET);
        assertFails(ExitCode.USAGE, "a schema's name", "runs", "--store", AWAY, "--schema", "A-B");
        assertFails(
                ExitCode.USAGE,
                "a schema's name",
                "sql",
                "select 1",
                "--store",
                AWAY,
                "--schema",
                "A-B");
        String before = "jdbc:postgresql://anna:" + SECRET + "@db/orders";
        assertFails(ExitCode.USAGE, "do not stand before the host", "runs", "--store", before);
        String open = "jdbc:postgresql://db?password=" + SECRET;
        assertFails(ExitCode.USAGE, "such as jdbc:postgresql://", "runs", "--store", open);
    }

    @Test
    void aServerThatIsAway() throws IOException {
        String words = "A server that answers is expected";
        for (String command : List.of("runs", "nodes", "top", "verify", "check", "queues")) {
            assertFails(ExitCode.STORE, words, command, "--store", AWAY);
        }
        assertFails(ExitCode.STORE, words, "sql", "select 1", "--store", AWAY);
        Path jar = new Jars(directory).of("app", machines("static final Machine<?, ?> M ="));
        assertFails(ExitCode.STORE, words, "node", "--store", AWAY, "--jar", jar.toString());
    }

    @Test
    void aDatabaseWithoutAStoreStaysSo() {
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
    void nodesThatCannotBe() throws IOException {
        String home = directory.resolve("home").toString();
        Path jar = new Jars(directory).of("app", machines("static final Object M ="));
        assertFails(ExitCode.USAGE, "say where the machines are", "node", "--home", home);
        assertFails(
                ExitCode.NOT_FOUND,
                "there are no machines in",
                "node",
                "--home",
                home,
                "--jar",
                jar.toString());
        assertFails(
                ExitCode.NOT_FOUND, "there is no file", "node", "--home", home, "--jar", "no.jar");
        List<String> base = List.of("node", "--home", home, "--jar", jar.toString());
        assertFails(ExitCode.USAGE, "'soon' is no time such as 30s", base, "--lease", "soon");
        assertFails(ExitCode.USAGE, "two times --heartbeat", base, "--lease", "1s");
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
        assertThat(answer.err()).contains(message).doesNotContain("should not happen");
        assertThat(answer.err()).doesNotContain(SECRET);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.out()).isEmpty();
    }
}

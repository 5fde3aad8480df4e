package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// New machines in a jar are checked against the live runs of a store: one waits in 'decide' and
/// one backs off in 'prepare'.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckJarTest {
    private static final String MACHINES =
            """
            package app;
            import dev.pawl.machine.Machine;
            final class Machines {
                static final String NAME = "review";
                private static final Machine<String, String> REVIEW =
                        Machine.named(NAME, String.class, String.class)
                                .version(2)
                                .step("prepare", a -> a.next(a.request()))
                                %s
                                .step("publish", a -> a.next(a.request()))
                                .build();
                static final class Nested { static Machine<?, ?> none; }
                static final class Empty { static final String NOTHING = ""; }
                static final class Wrong {
                    static final Machine<String, String> BAD =
                            Machine.named("bad", String.class, String.class)
                                    .step("a", a -> a.next(), s -> s.goesTo("nowhere"))
                                    .build();
                }
                record Approve() {}
            }
            """;

    private Terminal terminal;
    private Jars jars;
    private Path fitting;

    @BeforeAll
    void leaveRuns(@TempDir Path home, @TempDir Path directory) throws Exception {
        Reviews.leave(home);
        terminal = new Terminal(home);
        jars = new Jars(directory);
        fitting = machines("fitting", ".await(\"decide\", w -> w.on(Approve.class, \"publish\"))");
    }

    @Test
    void runsThatFit() {
        Terminal.Answer answer = check(fitting);

        assertThat(answer.out())
                .contains("they would continue where they are, under review v2")
                .contains("Every live run fits.");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isEqualTo(ExitCode.OK);
    }

    @Test
    void runsThatMove() throws IOException {
        Path renamed =
                machines(
                        "renamed",
                        ".await(\"approval\", w -> w.on(Approve.class, \"publish\")"
                                + ".formerly(\"decide\"))");

        Terminal.Answer answer = check(renamed, "--json");

        assertThat(answer.out())
                .contains("\"ok\" : true")
                .contains("\"verdict\" : \"MOVES\"")
                .contains("they would continue in 'approval' of review v2");
        assertThat(answer.code()).isEqualTo(ExitCode.OK);
    }

    @Test
    void runsThatNeedAMapping() throws IOException {
        Path shorter = machines("shorter", "");

        Terminal.Answer answer = check(shorter);

        assertThat(answer.out())
                .contains("needs mapping")
                .contains("removed(\"decide\", …)")
                .contains("Some live runs do not fit.");
        assertThat(answer.code()).isEqualTo(ExitCode.NO);
        assertThat(check(shorter, "--json").out())
                .contains("\"ok\" : false")
                .contains("\"verdict\" : \"NEEDS_MAPPING\"");
        assertThat(check(shorter, "--json").code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void runsWhoseMachineIsMissing() throws IOException {
        Path other =
                jars.of("other", MACHINES.replace("= \"review\"", "= \"other\"").formatted(""));

        Terminal.Answer answer = check(other);

        assertThat(answer.out()).contains("no machine 'review' is among the new definitions");
        assertThat(answer.code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void machinesThatNeedAnotherJar() throws IOException {
        Path library =
                jars.of("Library", "package lib; public final class Library { public int n; }");
        Path needing =
                jars.of(
                        "needing",
                        MACHINES.formatted("")
                                .replace(
                                        "String NAME",
                                        "lib.Library L = new lib.Library();\n"
                                                + "static final String NAME"),
                        library);

        Terminal.Answer answer = check(needing);
        assertThat(answer.err())
                .contains("needs lib/Library, which is not in the jar")
                .contains("another --jar");
        assertThat(answer.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(check(needing, "--jar", library.toString()).code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void jarsWithoutMachines() throws IOException {
        Path broken = Files.writeString(jars.directory().resolve("broken.jar"), "no jar at all");

        assertFails(ExitCode.USAGE, "is not a jar", broken, "app.Machines");
        assertFails(ExitCode.NOT_FOUND, "no file no.jar", Path.of("no.jar"), "app.Machines");
        assertFails(ExitCode.NOT_FOUND, "no class app.Nope", fitting, "app.Nope");
        assertFails(
                ExitCode.NOT_FOUND,
                "no static field of type Machine",
                fitting,
                "app.Machines$Empty");
        assertFails(ExitCode.REFUSED, "none is null", fitting, "app.Machines$Nested");
        assertFails(ExitCode.REFUSED, "nowhere", fitting, "app.Machines$Wrong");
    }

    private Path machines(String name, String wait) throws IOException {
        return jars.of(name, MACHINES.formatted(wait));
    }

    private Terminal.Answer check(Path jar, String... more) {
        String[] args = new String[more.length + 5];
        System.arraycopy(more, 0, args, 5, more.length);
        System.arraycopy(
                new String[] {"check", "--jar", jar.toString(), "--class", "app.Machines"},
                0,
                args,
                0,
                5);
        return terminal.run(args);
    }

    private void assertFails(int code, String message, Path jar, String name) {
        Terminal.Answer answer = terminal.run("check", "--jar", "" + jar, "--class", name);
        assertThat(answer.err()).contains(message).doesNotContain("internal error");
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.out()).isEmpty();
    }
}

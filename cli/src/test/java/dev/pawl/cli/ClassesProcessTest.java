package dev.pawl.cli;

import static dev.pawl.cli.ClassesChild.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Managers that die, wait for each other, and continue.
@Timeout(240)
class ClassesProcessTest {
    private static final String LEASE = "2s";

    private static final int KILLS = 3;

    @TempDir Path directory;

    private void apply(Terminal terminal, int replicas) {
        String file = ClassesChild.file(directory, "shop", replicas).toString();
        terminal.ok("classes", "apply", "-f", file);
    }

    @Test
    @Tag("long")
    void aKilledManagerContinuesWithTheSameCommandAndTheClusterStays() throws Exception {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        try (ClassesChild cluster = ClassesChild.start(home, "simulate")) {
            cluster.line("Ctrl-C ends it.");
            apply(terminal, 1);
            assertThat(terminal.ok("classes", "why", "shop"))
                    .startsWith("shop is pending: No manager runs: start one with");
            for (int i = 1; i <= KILLS; i++) {
                // Each generation is news, so that a decision is under way when it is killed.
                apply(terminal, i);
                ClassesChild killed = ClassesChild.start(home, "run", "--lease", LEASE);
                killed.line("default/shop ");
                killed.kill();
            }
            apply(terminal, KILLS + 1);
            try (ClassesChild manager = ClassesChild.start(home, "run", "--lease", LEASE)) {
                manager.line("default/shop available");
                // The decision is printed before its status is written.
                await(
                        "available",
                        () ->
                                terminal.ok("classes", "show", "shop")
                                        .contains("shop in default is available"));
                assertThat(manager.interrupt()).isZero();
            }
            String page = terminal.ok("classes", "show", "shop");
            assertThat(page).contains("shop in default is available", "4 of 4 ready");
            assertThat(terminal.ok("classes", "why", "shop")).contains("No manager leads since");
            assertThat(terminal.ok("verify")).contains("consistent");
            assertThat(terminal.ok("classes", "replay")).contains("0 would differ");
        }
    }

    @Test
    @Tag("long")
    void aSecondManagerWaitsUntilTheFirstIsGone() throws Exception {
        Path home = directory.resolve("home");
        Path other = directory.resolve("other");
        Terminal terminal = new Terminal(home);
        try (ClassesChild cluster = ClassesChild.start(home, "simulate")) {
            cluster.line("Ctrl-C ends it.");
            ClassesChild first = ClassesChild.start(home, "run", "--lease", LEASE);
            first.line("leading");
            String config = home.resolve("simulated-kubeconfig.yaml").toString();
            try (ClassesChild second =
                    ClassesChild.start(
                            other, "run", "--json", "--lease", LEASE, "--kubeconfig", config)) {
                assertThat(second.line("\"standby\""))
                        .containsPattern(
                                "standby: \\S*-%d-\\w+ leads".formatted(first.process().pid()));
                Terminal.Answer third = terminal.run("classes", "run");
                assertThat(third.code()).as(third.err()).isEqualTo(ExitCode.STORE);
                assertThat(third.err()).contains("process " + first.process().pid());
                first.kill();
                assertThat(second.line("\"leading\"")).contains("this manager controls");
                String file = ClassesChild.file(directory, "shop", 1).toString();
                terminal.ok("classes", "apply", "-f", file);
                second.line("default/shop available");
            }
            assertThat(Files.readString(other.resolve("classes.json"))).contains(config);
        }
    }

    @Test
    void aSimulatedClusterRunsOncePerHomeAndItsEndIsNoticed() throws Exception {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        ClassesChild cluster = ClassesChild.start(home, "simulate", "--json");
        cluster.line("\"url\"");
        Terminal.Answer second = terminal.run("classes", "simulate");
        assertThat(second.err()).contains("already runs in", "process " + cluster.process().pid());
        assertThat(second.code()).isEqualTo(ExitCode.REFUSED);
        cluster.kill();
        Terminal.Answer gone = terminal.run("classes", "list");
        assertThat(gone.err()).contains("no simulated cluster runs in");
        assertThat(gone.code()).isEqualTo(ExitCode.STORE);
        try (ClassesChild again = ClassesChild.start(home, "simulate", "--add-namespace", "b")) {
            again.line("Ctrl-C ends it.");
            String file = ClassesChild.file(directory, "shop", 1).toString();
            terminal.ok("classes", "apply", "-f", file, "-n", "b");
            await("listed", () -> terminal.ok("classes", "list", "-n", "b").contains("shop"));
        }
    }

    @Test
    void decisionsAreFollowed() throws Exception {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        try (ClassesChild cluster = ClassesChild.start(home, "simulate")) {
            cluster.line("Ctrl-C ends it.");
            ClassesChild manager = ClassesChild.start(home, "run", "--lease", LEASE);
            manager.line("leading");
            String file = ClassesChild.file(directory, "shop", 1).toString();
            terminal.ok("classes", "apply", "-f", file);
            manager.line("default/shop ");
            try (ClassesChild follower =
                    ClassesChild.start(home, "decisions", "shop", "--follow", "--json")) {
                assertThat(follower.line("\"available\"")).contains("\"summary\":\"available\"");
                assertThat(follower.interrupt()).isZero();
            }
            assertThat(manager.interrupt()).isZero();
        }
    }

    @Test
    void theDemoShowsAClassRiseBreakHealAfterAKillScaleAndLeaveNothing() {
        Path home = directory.resolve("home");
        Terminal.Answer answer = new Terminal(home).run("classes", "demo");
        assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
        assertThat(answer.out())
                .contains("Rise:", "Break:", "kill -9 ", "(exit code 137)", "Heal", "Scale:")
                .containsPattern("shop is degraded: CrashLoop: Pod shop-\\S+ restart count=\\d+")
                .contains("shop is gone", "Converged: the class left nothing behind")
                .contains("the Deployment of another team is untouched");
    }
}

package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.servers.JavaCommand;
import dev.pawl.store.Pawl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands talk to the engine of another process, and to its store when that process is gone.
class SecondProcessTest {
    @TempDir Path home;

    private Terminal terminal;
    private Process child;
    private BufferedReader said;
    private String run;

    @BeforeEach
    void startAnEngine() throws IOException {
        terminal = new Terminal(home);
        child =
                new ProcessBuilder(JavaCommand.of(Child.class, home.toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        said = child.inputReader();
        run = said.readLine();
        assertThat(run).hasSize(13);
    }

    @AfterEach
    void endIt() throws InterruptedException {
        child.destroyForcibly();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void everyCommandGoesThroughTheRunningEngine() throws Exception {
        assertThat(ok("top", "--once")).contains("running, process " + child.pid());
        assertThat(ok("runs")).contains(run);
        assertThat(ok("run", "show", run)).contains("WAITING in 'decide'");
        assertThat(ok("run", "why", run)).contains("Approve").doesNotContain("no engine");
        assertThat(ok("run", "pause", run)).contains("PAUSED").doesNotContain("no engine");
        assertThat(ok("run", "resume", run)).contains("WAITING");
        assertThat(ok("queues", "resize", "desk", "5")).contains("5");
        assertThat(ok("queues", "pause", "desk")).contains("paused");
        assertThat(ok("schedules", "pause", "nightly")).contains("paused");
        assertThat(ok("machines")).contains("review");
        assertThat(ok("pools")).contains("press");
        assertThat(ok("diagram", "review")).contains("stateDiagram-v2");
        assertThat(ok("check")).contains("Every live run fits");
        assertThat(ok("verify")).contains("consistent");
        assertThat(ok("report", "--json")).contains("\"crashed\" : false");
        assertThat(ok("sql", "select count(*) from runs")).contains("1");
        assertThat(ok("runs", "cancel", "--live", "--yes")).contains("1 of 1 run changed");
        assertThat(ok("run", "show", run)).contains("CANCELLED");
        assertEndedRunTakesNoOrders();

        child.outputWriter().close();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
        assertThat(home.resolve("control.sock")).doesNotExist();
        assertEndedRunTakesNoOrders();
    }

    private void assertEndedRunTakesNoOrders() {
        for (String order : List.of("cancel", "pause", "resume", "retry", "skip")) {
            Terminal.Answer answer = terminal.run("run", order, run);
            assertThat(answer.code()).as(order).isEqualTo(ExitCode.REFUSED);
            assertThat(answer.err()).contains("has ended as CANCELLED and accepts no commands");
            assertThat(answer.out()).isEmpty();
        }
        assertThat(ok("runs", "cancel", "--status", "cancelled", "--yes"))
                .contains("refused: cannot cancel run " + run)
                .contains("0 of 1 run changed");
    }

    /// They read the file, not through the engine, and must see every commit at once.
    @Test
    void checkAndSqlSeeEveryOrderOfTheRunningEngineAtOnce() {
        String statuses = "select status from runs";
        for (String order : List.of("pause", "resume", "pause", "resume", "pause")) {
            String status = order.equals("pause") ? "PAUSED" : "WAITING";
            assertThat(ok("run", order, run)).contains(status);
            assertThat(ok("sql", statuses, "--csv")).isEqualTo("status\n" + status + "\n");
            assertThat(ok("check", "--json"))
                    .contains("\"status\" : \"%s\"".formatted(status))
                    .contains("\"runs\" : 1");
        }
        assertThat(ok("sql", "select max(seq) from history", "--csv"))
                .isEqualTo(
                        "max(seq)\n%d\n".formatted(ok("run", "history", run).lines().count() - 1));
    }

    @Test
    void aKilledEngineLeavesAStoreThatCommandsAndTheNextEngineUse() throws Exception {
        child.destroyForcibly();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as("killed before it ended").isEqualTo(128 + 9);
        assertThat(home.resolve("control.sock")).exists();

        assertThat(ok("run", "show", run)).contains("WAITING");
        assertThat(ok("run", "pause", run)).contains("no engine is open");

        try (Pawl pawl = Reviews.open(home)) {
            assertThat(pawl.engine()).isNotNull();
            assertThat(ok("run", "resume", run)).doesNotContain("no engine is open");
            assertThat(ok("report", "--json")).contains("\"crashed\" : true");
        }
    }

    @Test
    void aSecondEngineLearnsWhichProcessHasTheStore() {
        assertThat(List.of(child.isAlive())).containsExactly(true);
        try (Pawl second = Reviews.open(home)) {
            assertThat(second).isNull();
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("is in use by process " + child.pid());
        }
    }

    private String ok(String... args) {
        return terminal.ok(args);
    }
}

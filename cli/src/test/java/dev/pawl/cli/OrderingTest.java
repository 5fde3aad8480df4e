package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Engine;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Orders on a store without an engine, and the engine that carries them out.
class OrderingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path home;

    private Terminal terminal;
    private Reviews.Left left;
    private String waiting;
    private String backingOff;

    @BeforeEach
    void leaveRuns() throws InterruptedException {
        left = Reviews.leave(home);
        terminal = new Terminal(home);
        waiting = left.waiting().toString();
        backingOff = left.backingOff().toString();
    }

    @Test
    void aRunIsPausedAndResumed() {
        assertThat(ok("run", "pause", waiting, "--reason", "lunch", "--actor", "anna"))
                .contains("PAUSED in 'decide'; no engine is open");
        assertThat(ok("run", "history", waiting)).contains("anna").contains("lunch");
        assertThat(ok("run", "pause", waiting)).contains("did not change: it is PAUSED");
        assertThat(ok("run", "resume", waiting, "--json")).contains("\"status\" : \"WAITING\"");
    }

    @Test
    void aRunIsCancelled() {
        assertThat(ok("run", "cancel", waiting)).contains("CANCELLED");

        Terminal.Answer again = terminal.run("run", "cancel", waiting);
        assertThat(again.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(again.err()).contains("has ended as CANCELLED and accepts no commands");
    }

    @Test
    void anEngineContinuesFromAGoToARetryAndAFork() throws Exception {
        ok("run", "goto", waiting, "publish", "--reason", "hurry");
        ok("run", "retry", backingOff);
        String fork =
                terminal.started(
                        "run",
                        "fork",
                        waiting,
                        "--from",
                        "publish",
                        "--input",
                        "{\"value\":\"two\"}");

        try (Pawl pawl = Reviews.open(home)) {
            Engine engine = pawl.engine();
            assertThat(engine.await(Reviews.REVIEW, left.waiting(), PATIENCE).value())
                    .isEqualTo("draft published");
            assertThat(
                            engine.await(Reviews.REVIEW, dev.pawl.run.RunId.parse(fork), PATIENCE)
                                    .value())
                    .isEqualTo("two published");
            assertThat(engine.report(PATIENCE).orElseThrow().inFlight()).isEmpty();
        }
        assertThat(ok("verify")).contains("consistent");
    }

    @Test
    void aRunIsStartedForTheNextEngine() throws Exception {
        String[] start = {"start", "review", "--input", "{\"value\":\"late\"}"};
        String first = ok(start);
        assertThat(first).contains("Started run ").contains(" of review; no engine is open");

        try (Pawl pawl = Reviews.open(home)) {
            dev.pawl.run.RunId id = dev.pawl.run.RunId.parse(first.substring(12, 25));
            assertThat(pawl.engine().run(id).origin().request().text()).contains("late");
            assertThat(pawl.engine().report(PATIENCE).orElseThrow().inFlight()).isEmpty();
        }
    }

    @Test
    void aStateIsSkipped() {
        assertThat(ok("run", "skip", waiting, "--json")).contains("\"state\" : \"reject\"");
    }

    @Test
    void aBulkOrderIsShownFirstAndDoneWithYes() {
        assertThat(ok("runs", "cancel", "--live"))
                .contains("2 of 2 runs would change. Add --yes to carry it out.");
        assertThat(ok("runs", "--status", "cancelled")).contains("No run matches.");
        assertThat(ok("runs", "retry", "--live"))
                .contains("refused: cannot retry run " + waiting)
                .contains("1 of 2 runs would change");

        assertThat(ok("runs", "cancel", "--live", "--yes")).contains("2 of 2 runs changed.");

        assertThat(ok("runs", "--status", "cancelled").lines()).hasSize(3);
        assertThat(ok("runs", "pause", "--status", "cancelled", "--json"))
                .contains("\"done\" : false")
                .contains("\"changes\" : 0");
        assertThat(ok("runs", "resume", "--machine", "none")).contains("No run matches.");
    }

    @Test
    void queuesAndSchedulesAreChangedForTheNextEngine() {
        assertThat(ok("queues", "resize", "desk", "7")).contains("7");
        assertThat(ok("queues", "pause", "desk")).contains("paused");
        assertThat(ok("queues", "resume", "desk", "--json")).contains("\"paused\" : false");
        assertThat(ok("queues", "set", "new", "--concurrency", "3", "--rate", "5/30s", "--json"))
                .contains("\"rateWindow\" : \"PT30S\"");
        assertThat(ok("queues", "set", "new", "--rate", "none")).doesNotContain("per 30s");
        assertThat(ok("schedules", "pause", "nightly")).contains("paused");
        assertThat(ok("schedules", "resume", "nightly", "--json")).contains("\"paused\" : false");

        try (Pawl pawl = Reviews.open(home)) {
            assertThat(pawl.engine().queues().settings("desk").concurrency()).isEqualTo(7);
            assertThat(pawl.engine().queues().settings("new").concurrency()).isEqualTo(3);
            assertThat(pawl.engine().run(left.waiting()).status()).isEqualTo(RunStatus.WAITING);
        }
    }

    private String ok(String... args) {
        return terminal.ok(args);
    }
}

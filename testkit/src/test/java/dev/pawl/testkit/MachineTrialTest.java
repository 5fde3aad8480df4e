package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class MachineTrialTest {
    private static final Machine<String, String> PULL =
            Machine.named("pull", String.class, String.class)
                    .step("download", MachineTrialTest::download, s -> s.retry(Retry.fixed(3)))
                    .step(
                            "record",
                            a ->
                                    a.next(
                                            a.response().orElse("")
                                                    + a.context(Integer.class).orElse(0)),
                            s -> s.recovery(Recovery.validateAndDecide(), a -> a.abort("damaged")))
                    .await(
                            "approval",
                            w -> w.on(Yes.class, "report").after(Duration.ofHours(1), "report"))
                    .step("report", a -> a.next(a.event(Yes.class).map(Yes::who).orElse("timeout")))
                    .cleanup(a -> a.next(a.key() + " cleaned at " + a.now()))
                    .build();

    private static Outcome<String> download(dev.pawl.machine.Attempt<String, String> a)
            throws Exception {
        a.report("half way");
        String address = a.once("address", String.class, () -> "asked");
        if (a.number() < 3) throw new IOException("no network for " + a.request());
        return a.next(address);
    }

    /// ENG-35 one step in a unit test: request, attempt number, recorded results.
    @Test
    void executesOneStepWithTheDataOfTheTest() throws Exception {
        MachineTrial<String, String> trial = MachineTrial.of(PULL, "alpine");
        assertThatThrownBy(() -> trial.step("download")).hasMessage("no network for alpine");
        assertThat(trial.attempt(3).memo("address", "10.0.0.1").step("download"))
                .isEqualTo(new Outcome.Next<>("10.0.0.1", Outcome.Extras.NONE));
        assertThat(trial.reports()).containsExactly("half way", "half way");
        assertThat(MachineTrial.of(PULL, "x").response("r").context(7).step("record"))
                .isEqualTo(new Outcome.Next<>("r7", Outcome.Extras.NONE));
        assertThat(MachineTrial.of(PULL, "x").event(new Yes("me")).step("report"))
                .isEqualTo(new Outcome.Next<>("me", Outcome.Extras.NONE));
    }

    @Test
    void executesRecoveryAndCleanupToo() throws Exception {
        assertThat(MachineTrial.of(PULL, "x").recovery("record"))
                .isEqualTo(new Outcome.Abort<>("damaged", Outcome.Extras.NONE));
        Instant now = Instant.parse("2026-02-03T04:05:06Z");
        assertThat(MachineTrial.of(PULL, "x").key("k").now(now).cleanup())
                .isEqualTo(new Outcome.Next<>("k cleaned at " + now, Outcome.Extras.NONE));
    }

    /// ENG-35 a whole machine with a virtual clock.
    @Test
    void runsAWholeMachineInVirtualTime() {
        Run run = MachineTrial.of(PULL, "alpine").run();
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Duration.between(run.timing().created(), run.timing().ended()))
                .isEqualTo(Duration.ofHours(1).plusSeconds(2));
        assertThat(MachineTrial.of(PULL, "alpine").result()).isEqualTo("timeout");
    }

    record Yes(String who) {}
}

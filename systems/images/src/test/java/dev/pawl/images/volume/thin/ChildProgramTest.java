package dev.pawl.images.volume.thin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.images.volume.thin.ProgramResult.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Programs run within their limits.
final class ChildProgramTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private static ProgramResult sh(String script, Duration limit) throws IOException {
        return ChildProgram.run(List.of("/bin/sh", "-c", script), limit, SHORT.multipliedBy(10));
    }

    @Test
    void aResultHasBothOutputsAndTheExitCode() throws Exception {
        ProgramResult answer = sh("echo said; echo complained >&2; exit 3", LONG);
        assertThat(answer.ending()).isEqualTo(Ending.EXITED);
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.out()).isEqualTo("said\n");
        assertThat(answer.err()).isEqualTo("complained\n");
        assertThat(answer.isGood()).isFalse();
        assertThat(answer.took()).isPositive();
    }

    @Test
    void argumentsReachTheProgramUnchanged() throws Exception {
        ProgramResult answer =
                ChildProgram.run(List.of("/bin/echo", "a b", "$HOME", "*", "; rm x"), LONG, SHORT);
        assertThat(answer.out()).isEqualTo("a b $HOME * ; rm x\n");
    }

    @Test
    void theEnvironmentIsNotThatOfTheCaller() throws Exception {
        assertThat(sh("echo $LC_ALL $HOME $USER", LONG).out()).isEqualTo("C\n");
    }

    @Test
    void aProgramThatTakesTooLongIsTerminated() throws Exception {
        ProgramResult answer = sh("echo started; exec sleep 600", SHORT);
        assertThat(answer.ending()).isEqualTo(Ending.KILLED);
        assertThat(answer.exit()).isEqualTo(-1);
        assertThat(answer.out()).isEqualTo("started\n");
    }

    @Test
    void aProgramThatIgnoresTerminationIsKilled() throws Exception {
        ProgramResult answer = sh("trap '' TERM; while :; do :; done", SHORT);
        assertThat(answer.ending()).isEqualTo(Ending.KILLED);
    }

    @Test
    void onlyABoundedPartOfTheOutputIsKept() throws Exception {
        ProgramResult answer = sh("head -c 20000000 /dev/zero", LONG);
        assertThat(answer.isGood()).isTrue();
        assertThat(answer.out()).hasSize(ChildProgram.OUTPUT_MAX);
    }

    @Test
    void anInterruptionDoesNotStopAProgramAndIsRestored() throws Exception {
        Thread.currentThread().interrupt();
        ProgramResult answer = sh("echo done", LONG);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer.out()).isEqualTo("done\n");
    }

    @Test
    void aMissingProgramIsReported() {
        assertThatThrownBy(() -> ChildProgram.run(List.of("/no/such"), LONG, SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such");
    }
}

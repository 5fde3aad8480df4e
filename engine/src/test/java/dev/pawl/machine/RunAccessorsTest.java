package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// A run's response, read with its machine, and its failure.
final class RunAccessorsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Failure BROKEN = Failure.of("IOException", "broken pipe");

    record Page(String text) {}

    private static final Machine<String, Page> FETCH =
            Machine.named("fetch", String.class, Page.class)
                    .step("get", a -> a.next(new Page("x")))
                    .build();

    private static final Machine<String, String> OTHER =
            Machine.named("other", String.class, String.class)
                    .step("get", a -> a.next("x"))
                    .build();

    private static Run run() {
        return new Run(
                new RunId(7),
                Origin.of(FETCH.ref(), Payload.empty()),
                Condition.of(RunStatus.RUNNING, "get"),
                Progress.none(NOW).entering(NOW).nextAttempt(),
                Data.NONE,
                Timing.created(NOW, null),
                1);
    }

    @Test
    void theResponseIsReadWithTheMachine() {
        Payload page = FETCH.codec().encode(new Page("hello"));
        Run run = run().with(Data.NONE.withResponse(page));
        assertThat(run.response(FETCH)).isEqualTo(new Page("hello"));
    }

    @Test
    void aRunOfAnotherMachineIsRefused() {
        assertThatThrownBy(() -> run().response(OTHER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expected a run of machine 'other', but run 0000000000007 is a run of"
                                + " fetch v1");
    }

    @Test
    void aRunWithoutAResponseSaysWhereItIs() {
        assertThatThrownBy(() -> run().response(FETCH))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "run 0000000000007 of fetch v1 has no response; it is RUNNING in state"
                                + " 'get'");
    }

    @Test
    void theFailureIsTheReasonOfTheEnd() {
        RunEnd rejected = RunEnd.of(RunStatus.ABORTED, "Abort", "rejected");
        Run run = run().with(run().progress().failed(BROKEN));
        Run ended = run.with(run.condition().endingAs(rejected));
        assertThat(ended.failure()).contains(Failure.of("Abort", "rejected"));
        Run completed = run.with(run.condition().endingAs(RunEnd.COMPLETED));
        assertThat(completed.failure()).isEmpty();
    }

    @Test
    void theFailureOfALiveRunIsTheErrorOfItsLastAttempt() {
        assertThat(run().failure()).isEmpty();
        Run failed = run().with(run().progress().failed(BROKEN));
        assertThat(failed.failure()).contains(BROKEN);
    }

    @Test
    void aStateThatWaitsHasNotFailed() {
        Run waiting = run().with(Progress.none(NOW).waiting(NOW, "the pool is being repaired"));
        assertThat(waiting.failure()).isEmpty();
        Run next = waiting.with(waiting.progress().nextAttempt());
        assertThat(next.failure()).isEmpty();
        assertThat(next.progress().error()).isNull();
    }
}

package dev.pawl.testkit.features.careless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What one run collects is bounded: otherwise it would grow until no store could write it, and the
/// engine would stop for all runs.
final class LargeRunTest {
    /// Nearly as much as one payload may have.
    private static final int LARGE = Limits.PAYLOAD_BYTES_MAX - 1_000;

    private static final int FITTING = Limits.INBOX_BYTES_MAX / LARGE;

    private static final Machine<String, String> PATIENT =
            Machine.named("patient", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofDays(1), "open"))
                    .await("open", w -> w.on(Note.class, "complete"))
                    .build();

    private static final Machine<Integer, String> RECORDER =
            Machine.named("recorder", Integer.class, String.class)
                    .step("work", LargeRunTest::record, s -> s.retry(Retry.never()))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimEngine sim = SimEngine.of(stores, o -> o.machines(PATIENT, RECORDER));

    private static Outcome<String> record(Attempt<Integer, String> attempt) throws Exception {
        int size = attempt.request();
        int fitting = Limits.MEMOS_BYTES_MAX / size;
        for (int i = 0; i <= fitting; i++) attempt.once("" + i, String.class, () -> text(size - 2));
        return attempt.next("done");
    }

    private static String text(int size) {
        return "x".repeat(size);
    }

    @Test
    void anInboxRefusesMoreBytesThanItsBound() {
        RunId id = sim.call(e -> e.start(PATIENT.start("x")));
        sim.perform(e -> {
            for (int i = 0; i < FITTING; i++) e.send(id, new Note(text(LARGE)));
        });
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, new Note(text(LARGE)))))
                .isInstanceOf(Refused.TooLarge.class)
                .hasMessageContaining("bytes of events that it has not consumed");
        // What is small fits until there are too many.
        sim.perform(e -> e.send(id, new Note("small")));
        assertThat(sim.engine().run(id).data().inbox()).hasSize(FITTING + 1);
        sim.close();
    }

    @Test
    void aVisitRecordsNoMoreBytesThanItsBound() {
        RunId id = sim.call(e -> e.start(RECORDER.start(LARGE)));
        sim.pass(Duration.ofSeconds(1));
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(String.valueOf(run.condition().ending().failure()))
                .contains("results that a visit of a state records have at most");
        sim.close();
    }

    @Test
    void theNameOfAResultIsBounded() {
        Machine<String, String> machine =
                Machine.named("named", String.class, String.class)
                        .step(
                                "work",
                                a -> a.next(a.once(text(2_000), String.class, () -> "x")),
                                s -> s.retry(Retry.never()))
                        .build();
        SimEngine named = SimEngine.of(stores, o -> o.machines(machine));
        RunId id = named.call(e -> e.start(machine.start("x")));
        named.pass(Duration.ofSeconds(1));
        assertThat(String.valueOf(named.engine().run(id).condition().ending().failure()))
                .contains("the name of a result has at most 1024 bytes in UTF-8, not 2000");
        named.close();
    }

    @Test
    void labelsAreBounded() {
        String half = text(Limits.LABELS_BYTES_MAX / 2 - 1);
        sim.call(e -> e.start(PATIENT.start("x").label("a", half).label("b", half)));
        assertThatThrownBy(() ->
                        sim.call(e ->
                                e.start(PATIENT.start("x").label("a", half).label("bc", half))))
                .isInstanceOf(Refused.TooLarge.class)
                .hasMessageContaining("the labels of a run have at most 65536 bytes");
        sim.close();
    }

    record Note(String text) {}
}

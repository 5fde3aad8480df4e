package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CrashMatrixTest {
    private final TreeMap<String, Integer> files = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();

    private final Machine<String, String> pull =
            Machine.named("pull", String.class, String.class)
                    .step("check", a -> a.next())
                    .step(
                            "download",
                            a -> {
                                files.put(a.key(), 12);
                                return a.next("12 MB");
                            })
                    .step(
                            "record",
                            a -> {
                                if (a.number() == 1 && a.replay() == first()) {
                                    throw new IOException("busy");
                                }
                                return a.next();
                            },
                            s -> s.retry(Retry.fixed(3)))
                    .build();

    private static dev.pawl.machine.Attempt.Replay first() {
        return dev.pawl.machine.Attempt.Replay.FIRST;
    }

    @Test
    void killsBeforeAndAfterEveryDurableWrite() {
        var summary =
                CrashMatrix.of(pull.start("alpine").key("alpine"))
                        .fresh(files::clear)
                        .observing("files", () -> files)
                        .invariant("one file", () -> assertThat(files).hasSize(1))
                        .check();
        // Open, start, three answers, one failure, one retry, one report at least.
        assertThat(summary.writes()).isBetween(7L, 12L);
        assertThat(summary.lives()).isEqualTo(1 + 2 * (int) summary.writes());
    }

    @Test
    void goesThroughChildrenQueuesPermitsEventsAndTimers() {
        Machine<String, String> child =
                Machine.named("child", String.class, String.class)
                        .step("work", a -> a.next(a.request()), s -> s.permits("pool", 1))
                        .build();
        Machine<String, String> parent =
                Machine.named("parent", String.class, String.class)
                        .step(
                                "split",
                                a ->
                                        a.next()
                                                .starting(
                                                        child.start("a").queue("narrow"),
                                                        child.start("b").queue("narrow")))
                        .await("joined", w -> w.children(Join.all(), "approval"))
                        .await(
                                "approval",
                                w -> w.on(Approved.class, "pause").after(hours(2), "complete"))
                        .await("pause", w -> w.after(Duration.ofMinutes(1), "last"))
                        .step("last", a -> a.next("approved"))
                        .build();
        var summary =
                CrashMatrix.of(parent, "x")
                        .with(child)
                        .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                        .options(o -> o.pool(new PoolSettings("pool", 1)))
                        .event(Duration.ofSeconds(5), new Approved("me"))
                        .check();
        assertThat(summary.lives()).isGreaterThan(90);
    }

    @Test
    void namesTheWriteAndWhatDiffered() {
        // The body has an effect that is neither idempotent nor recorded.
        Machine<String, String> careless =
                Machine.named("careless", String.class, String.class)
                        .step(
                                "pay",
                                a -> {
                                    calls.add("paid");
                                    return a.next();
                                })
                        .build();
        assertThatThrownBy(() ->
                        CrashMatrix.of(careless, "x")
                                .fresh(calls::clear)
                                .observing("calls", () -> calls)
                                .check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("killed before write")
                .hasMessageContaining("expected [paid]")
                .hasMessageContaining("found    [paid, paid]");
    }

    @Test
    void acceptsAnEffectThatAProbeRecognises() {
        Machine<String, String> careful =
                Machine.named("careful", String.class, String.class)
                        .step(
                                "pay",
                                a -> {
                                    calls.add("paid");
                                    return a.next();
                                },
                                s ->
                                        s.recovery(
                                                Recovery.skip(),
                                                a -> calls.isEmpty() ? a.redo() : a.next()))
                        .build();
        CrashMatrix.of(careful, "x").fresh(calls::clear).observing("calls", () -> calls).check();
    }

    private static Duration hours(int count) {
        return Duration.ofHours(count);
    }

    record Approved(String by) {}
}

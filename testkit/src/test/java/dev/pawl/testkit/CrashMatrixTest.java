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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertThat(summary.trials()).isEqualTo(1 + 2 * (int) summary.writes());
    }

    @Test
    void coversChildrenQueuesPermitsEventsAndTimers() {
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
        assertThat(summary.trials()).isGreaterThan(90);
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
    void acceptsAnEffectThatAProbeDetects() {
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
                                                Recovery.skipIfDone(),
                                                a -> calls.isEmpty() ? a.executeBody() : a.next()))
                        .build();
        CrashMatrix.of(careful, "x").fresh(calls::clear).observing("calls", () -> calls).check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsADefectOnEitherSideOfWritesHoweverFewMomentsItTries(int n) {
        // The first machine pays twice if it is killed before the write of a step's outcome. The
        // second one does not pay if it is killed after the previous write.
        assertThatThrownBy(() -> everyNth(paying(true, false), n).check())
                .hasMessageContaining("killed before write");
        assertThatThrownBy(() -> everyNth(paying(false, true), n).check())
                .hasMessageContaining("killed after write");
        var summary = everyNth(paying(false, false), n).check();
        int moments = 2 * (int) summary.writes();
        assertThat(summary.trials()).isEqualTo(1 + (moments + n - 1) / n);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void triesPointsBeforeAndAfterAChangeHoweverFewItTries(int n) {
        var points = new CrashMatrix.Points();
        var died = new TreeSet<String>();
        var builder = Machine.named("passing", String.class, String.class);
        for (int i = 0; i < 24; i++) {
            builder.step(
                    "step-" + i,
                    a -> {
                        pass(points, "before", died);
                        pass(points, "after", died);
                        return a.next();
                    });
        }
        CrashMatrix.of(builder.build(), "x").every(n).points(points).check();
        assertThat(died).containsExactly("after", "before");
    }

    /// Passes a point, and records on which side of a change it is if the process dies there.
    private static void pass(CrashMatrix.Points points, String side, Set<String> died) {
        boolean alive = false;
        try {
            points.here();
            alive = true;
        } finally {
            if (!alive) died.add(side);
        }
    }

    private CrashMatrix everyNth(Machine<String, String> machine, int n) {
        return CrashMatrix.of(machine, "x")
                .every(n)
                .fresh(calls::clear)
                .observing("calls", () -> calls);
    }

    /// A machine of many payments whose steps, after a crash, pay again or assume that they have
    /// paid.
    private Machine<String, String> paying(boolean again, boolean believing) {
        var builder = Machine.named("paying", String.class, String.class);
        for (int i = 0; i < 24; i++) {
            String bill = "bill-" + i;
            builder.step(
                    bill,
                    a -> {
                        boolean replayed = a.replay() != first();
                        boolean paid = (replayed && believing) || calls.contains(bill);
                        if (!paid || (replayed && again)) calls.add(bill);
                        return a.next();
                    });
        }
        return builder.build();
    }

    private static Duration hours(int count) {
        return Duration.ofHours(count);
    }

    record Approved(String by) {}
}

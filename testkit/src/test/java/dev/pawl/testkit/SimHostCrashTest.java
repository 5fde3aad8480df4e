package dev.pawl.testkit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SimHostCrashTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void aCrashFromOutsideUnwindsEveryWaitingTask() {
        SimHost host = new SimHost(1);
        host.start("timed", () -> dieAt(host, () -> host.pause(ofSeconds(9))));
        host.start("signalled", () -> dieAt(host, () -> await(host, new Signal())));
        host.runFor(ofSeconds(1));
        host.crash();
        assertThat(log).containsExactly("died", "died");
        assertThat(host.tasks()).isEmpty();
        host.run();
    }

    private void dieAt(SimHost host, Runnable wait) {
        try {
            wait.run();
            log.add("continued");
        } catch (SimHost.Crashed e) {
            assertThat(e).hasMessageContaining("seed " + host.seed());
            log.add("died");
            throw e;
        }
    }

    private static void await(SimHost host, Signal signal) {
        try {
            host.await(signal, Instant.MAX);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCrashFromInsideUnwindsTheCallerAtOnceAndThenTheOthers() {
        Seeds.each(
                50,
                seed -> {
                    log.clear();
                    SimHost host = new SimHost(seed);
                    host.start("other", () -> dieAt(host, () -> host.pause(ofSeconds(9))));
                    host.start(
                            "crasher",
                            () -> {
                                host.pause(ofSeconds(1));
                                dieAt(host, host::crash);
                            });
                    host.run();
                    assertThat(log).containsExactly("died", "died");
                    assertThat(host.tasks()).isEmpty();
                });
    }

    @Test
    void aCrashDropsATaskThatNeverStarted() {
        SimHost host = new SimHost(1);
        host.start("unborn", () -> log.add("started"));
        host.crash();
        host.run();
        assertThat(log).isEmpty();
    }

    @Test
    void everyHostCallOfADeadTaskThrowsAgain() {
        SimHost host = new SimHost(1);
        Signal signal = new Signal();
        host.start(
                "dying",
                () -> {
                    List<Runnable> calls =
                            List.of(
                                    () -> await(host, signal),
                                    host::pause,
                                    () -> host.raise(signal),
                                    () -> host.start("ghost", () -> log.add("ghost")),
                                    host::now,
                                    host::random,
                                    host::crash,
                                    () -> host.clockJump(ofSeconds(1)),
                                    () -> host.pause(ofSeconds(1)));
                    for (Runnable call : calls) {
                        dieQuietly(call);
                    }
                });
        host.runFor(Duration.ZERO);
        host.crash();
        assertThat(log).hasSize(9).containsOnly("died");
        assertThat(signal.isRaised()).isFalse();
        assertThat(host.tasks()).isEmpty();
    }

    private void dieQuietly(Runnable call) {
        try {
            call.run();
            log.add("continued");
        } catch (SimHost.Crashed e) {
            log.add("died");
        }
    }

    @Test
    void whatADyingTaskThrowsIsIgnored() {
        SimHost host = new SimHost(1);
        host.start(
                "dying",
                () -> {
                    try {
                        host.pause(ofSeconds(9));
                    } catch (SimHost.Crashed e) {
                        throw new IllegalStateException("closed twice", e);
                    }
                });
        host.runFor(ofSeconds(1));
        host.crash();
        host.run();
        assertThat(host.tasks()).isEmpty();
    }

    @Test
    void aTaskThatCatchesTheCrashAndContinuesIsNamed() {
        SimHost host = new SimHost(42);
        host.start(
                "undying",
                () -> {
                    while (true) {
                        try {
                            host.pause(ofSeconds(1));
                        } catch (Throwable t) {
                            log.add("caught");
                        }
                    }
                });
        host.runFor(ofSeconds(3));
        assertThatThrownBy(host::crash)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("task undying catches SimHost.Crashed and continues")
                .hasMessageContaining("SimHostCrashTest")
                .hasMessageContaining("seed " + host.seed());
        assertThat(host.tasks()).isEmpty();
    }

    @Test
    void anotherProcessStartsOnTheSameHostAndTimeContinues() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        Signal shared = new Signal();
        host.start("old", () -> await(host, shared));
        host.runFor(ofSeconds(5));
        host.crash();
        host.start(
                "new",
                () -> {
                    await(host, shared);
                    log.add("restarted at " + Duration.between(startedAt, host.now()));
                });
        host.runFor(ofSeconds(5));
        host.raise(shared);
        host.run();
        assertThat(log).containsExactly("restarted at PT10S");
    }

    @Test
    void aCallWhoseHostCrashesThrowsCrashed() {
        SimHost host = new SimHost(1);
        host.start(
                "crasher",
                () -> {
                    host.pause(ofSeconds(1));
                    host.crash();
                });
        assertThatThrownBy(() -> host.call(() -> host.pause(ofSeconds(5))))
                .isInstanceOf(SimHost.Crashed.class);
        assertThatThrownBy(() -> host.call(host::crash)).isInstanceOf(SimHost.Crashed.class);
        assertThat(host.<Integer, RuntimeException>call(() -> 7)).isEqualTo(7);
    }

    @Test
    void aCrashAtEveryPauseLeavesNothingRunning() {
        for (int at = 0; at < 30; at++) {
            int crashAt = at;
            SimHost host = new SimHost(at);
            AtomicInteger pauses = new AtomicInteger();
            AtomicInteger afterwards = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                host.start(
                        "worker",
                        () -> {
                            for (int n = 0; n < 10; n++) {
                                if (pauses.getAndIncrement() == crashAt) {
                                    host.crash();
                                }
                                host.pause();
                                if (pauses.get() > crashAt) {
                                    afterwards.incrementAndGet();
                                }
                            }
                        });
            }
            host.run();
            assertThat(afterwards).hasValue(0);
            assertThat(pauses).hasValue(crashAt + 1);
        }
    }

    @Test
    void peersShareTimeAndTurnsButCrashAlone() {
        SimHost one = new SimHost(1);
        SimHost two = one.peer("two");
        one.start("beat", () -> beat(one, "one"));
        two.start("beat", () -> beat(two, "two"));
        one.runFor(ofSeconds(1));
        two.crash();
        assertThat(one.tasks()).containsExactly("beat");
        assertThat(two.tasks()).isEmpty();
        log.clear();
        two.runFor(ofSeconds(2));
        assertThat(log).containsExactly("one", "one");
        two.start("beat", () -> beat(two, "two"));
        assertThat(two.tasks()).containsExactly("two/beat");
    }

    private void beat(SimHost host, String name) {
        while (true) {
            log.add(name);
            host.pause(ofSeconds(1));
        }
    }

    @Test
    void aTaskMayCrashAPeerAndContinue() {
        Seeds.each(
                50,
                seed -> {
                    log.clear();
                    SimHost monkey = new SimHost(seed);
                    SimHost node = monkey.peer("node");
                    node.start("beat", () -> beat(node, "beat"));
                    monkey.start(
                            "monkey",
                            () -> {
                                monkey.pause(ofSeconds(3));
                                node.crash();
                                assertThat(node.tasks()).isEmpty();
                                log.add("crashed");
                                monkey.pause(ofSeconds(3));
                            });
                    monkey.run();
                    assertThat(log).endsWith("crashed").contains("beat");
                });
    }

    @Test
    void peersHaveClocksOfTheirOwn() {
        SimHost one = new SimHost(1);
        SimHost two = one.peer("two");
        Instant startedAt = one.now();
        two.clockJump(ofSeconds(-30));
        one.start("a", () -> logAt(one, startedAt.plusSeconds(10), "one"));
        two.start("b", () -> logAt(two, startedAt.plusSeconds(10), "two"));
        one.run();
        assertThat(log).containsExactly("one", "two");
        assertThat(one.now()).isEqualTo(startedAt.plusSeconds(40));
        assertThat(two.now()).isEqualTo(startedAt.plusSeconds(10));
    }

    private void logAt(SimHost host, Instant when, String name) {
        try {
            host.await(new Signal(), when);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        log.add(name);
    }

    @Test
    void aTaskWaitsOnItsOwnHostOnly() {
        SimHost one = new SimHost(1);
        SimHost two = one.peer("two");
        assertThatThrownBy(() -> one.call(() -> two.await(new Signal(), Instant.MAX)))
                .hasMessageContaining("must wait on its own host");
    }
}

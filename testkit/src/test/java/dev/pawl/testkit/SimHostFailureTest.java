package dev.pawl.testkit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SimHostFailureTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void aFailingTaskFailsTheRunAndNamesTaskAndSeed() {
        SimHost host = new SimHost(42);
        RuntimeException boom = new IllegalStateException("boom");
        host.start(
                "culprit",
                () -> {
                    throw boom;
                });
        assertThatThrownBy(host::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("task culprit died of")
                .hasMessageContaining("boom")
                .hasMessageContaining("-Dpawl.seed=" + host.seed())
                .hasCause(boom);
        host.run();
    }

    @Test
    void aDeadlockIsReportedWithWhatEachTaskWaitsForAndWhere() {
        SimHost host = new SimHost(42);
        host.start("a", () -> awaitAndLog(host, new Signal()));
        host.start("b", () -> awaitAndLog(host, new Signal()));
        assertThatThrownBy(host::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no task is ready and none waits for a time")
                .hasMessageContaining(
                        "task a waits for a signal at " + SimHostFailureTest.class.getName())
                .hasMessageContaining("task b waits for a signal at")
                .hasMessageContaining("seed " + host.seed())
                .hasStackTraceContaining("SimHostFailureTest.aDeadlockIsReported");
        assertThatThrownBy(() -> host.runUntil(() -> false))
                .hasMessageContaining("a condition must hold")
                .hasMessageContaining("task a waits");
        assertThatThrownBy(() -> host.call(() -> awaitAndLog(host, new Signal())))
                .hasMessageContaining("a call must end")
                .hasMessageContaining("task call waits");
    }

    @Test
    void aTaskThatBlocksElsewhereIsNamedWithItsStack() {
        SimHost host = SimHost.bounded(42, new SimWorld.Bounds(ofMillis(200), 1_000));
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean continued = new AtomicBoolean();
        host.start("innocent", () -> await(host, new Signal(), Instant.MAX));
        host.runFor(Duration.ZERO);
        host.start("blocker", () -> blockOn(never, continued, host));
        assertThatThrownBy(host::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("task blocker kept its turn for PT0.2S")
                .hasMessageContaining("SimHostFailureTest.blockOn")
                .hasMessageContaining("task innocent waits for a signal")
                .hasMessageContaining("seed " + host.seed());
        assertThatThrownBy(host::run).hasMessageContaining("the host is broken");
        host.crash();
        never.countDown();
    }

    @Test
    void aBlockingConditionFailsTheTest() {
        SimHost host = SimHost.bounded(42, new SimWorld.Bounds(ofMillis(200), 1_000));
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean continued = new AtomicBoolean();
        assertThatThrownBy(() ->
                        host.runUntil(() -> {
                            blockOn(never, continued, host);
                            return true;
                        }))
                .hasMessageContaining("a condition blocks")
                .hasMessageContaining("SimHostFailureTest.blockOn");
        never.countDown();
    }

    @Test
    void whatAConditionThrowsIsThrown() {
        SimHost host = new SimHost(1);
        RuntimeException boom = new IllegalStateException("boom");
        assertThatThrownBy(() ->
                        host.runUntil(() -> {
                            throw boom;
                        }))
                .isSameAs(boom);
    }

    @Test
    void aConditionMayCrashTheHost() {
        SimHost host = new SimHost(1);
        host.start("beat", () -> tick(host));
        host.runUntil(() -> {
            if (log.size() == 3) {
                host.crash();
            }
            return host.tasks().isEmpty();
        });
        assertThat(log).hasSize(3);
    }

    private static void blockOn(CountDownLatch latch, AtomicBoolean continued, SimHost host) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        host.now();
        continued.set(true);
    }

    @Test
    void tasksThatLoopAreNamedAfterABoundedNumberOfTurns() {
        SimHost host = SimHost.bounded(42, new SimWorld.Bounds(ofSeconds(10), 1_000));
        host.start(
                "spinner",
                () -> {
                    while (true) {
                        host.pause();
                    }
                });
        assertThatThrownBy(host::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no end after 1,000 turns")
                .hasMessageContaining("task spinner is ready")
                .hasMessageContaining("seed " + host.seed());
    }

    @Test
    void callsFromTheWrongThreadAreRefusedWithTheRightOne() throws InterruptedException {
        SimHost host = new SimHost(1);
        assertThatThrownBy(() -> host.await(new Signal(), Instant.MAX))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use SimHost.call");
        assertThatThrownBy(() -> host.call(host::run))
                .hasMessageContaining("only the test may call run");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        host.call(() -> {
            Thread stranger = Thread.ofPlatform().name("stranger").unstarted(host::now);
            stranger.setUncaughtExceptionHandler((_, e) -> thrown.set(e));
            stranger.start();
            stranger.join();
        });
        assertThat(thrown.get()).hasMessageContaining("thread 'stranger' called while task call");
    }

    private void awaitAndLog(SimHost host, Signal signal) {
        try {
            host.await(signal, Instant.MAX);
            log.add("raised");
        } catch (InterruptedException e) {
            log.add("interrupted, flag " + Thread.currentThread().isInterrupted());
        }
    }

    private void tick(SimHost host) {
        Instant startedAt = host.now();
        while (true) {
            log.add(Duration.between(startedAt, host.now()).toString());
            host.pause(ofSeconds(10));
        }
    }

    private static boolean await(Host host, Signal signal, Instant until) {
        try {
            return host.await(signal, until);
        } catch (InterruptedException e) {
            return false;
        }
    }
}

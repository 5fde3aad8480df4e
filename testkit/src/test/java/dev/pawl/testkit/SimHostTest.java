package dev.pawl.testkit;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SimHostTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void theSameSeedGivesTheSameTrace() {
        Seeds.each(500, seed -> assertThat(traceOf(seed)).isEqualTo(traceOf(seed)));
    }

    @Test
    void differentSeedsGiveDifferentTraces() {
        assumeManySeeds();
        Set<List<String>> traces = new HashSet<>();
        Seeds.each(100, seed -> traces.add(traceOf(seed)));
        assertThat(traces).hasSizeGreaterThan(95);
    }

    private static void assumeManySeeds() {
        assumeTrue(System.getProperty("pawl.seed") == null, "one seed shows one order only");
    }

    /// A small busy host: producers, consumers, timers, an interrupt, a clock jump and a crash.
    private static List<String> traceOf(long seed) {
        List<String> trace = new ArrayList<>();
        SimHost host = new SimHost(seed);
        Signal work = new Signal();
        AtomicInteger backlog = new AtomicInteger();
        for (int p = 0; p < 3; p++) {
            String name = "producer" + p;
            host.start(
                    name,
                    () -> {
                        for (int i = 0; i < 5; i++) {
                            host.pause(ofMillis(host.random().nextInt(20)));
                            backlog.incrementAndGet();
                            host.raise(work);
                            trace.add(name + " made " + i + " at " + host.now());
                        }
                    });
        }
        Host.Task consumer =
                host.start(
                        "consumer",
                        () -> {
                            while (await(host, work, host.now().plusMillis(7))) {
                                trace.add("consumed " + backlog.getAndSet(0) + host.now());
                            }
                            trace.add("consumer stopped at " + host.now());
                        });
        host.start(
                "fault",
                () -> {
                    host.clockJump(ofMillis(host.random().nextInt(-5, 5)));
                    host.pause();
                    if (host.random().nextBoolean()) {
                        consumer.interrupt();
                    }
                    if (host.random().nextInt(4) == 0) {
                        host.pause(ofMillis(30));
                        host.crash();
                    }
                });
        host.run();
        return trace;
    }

    private static boolean await(Host host, Signal signal, Instant until) {
        try {
            return host.await(signal, until);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void exposesALostUpdateUnderSomeSeedsAndNotUnderOthers() {
        assumeManySeeds();
        Set<Integer> results = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            SimHost host = new SimHost(seed);
            AtomicInteger balance = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                host.start(
                        "deposit",
                        () -> {
                            int read = balance.get();
                            host.pause();
                            balance.set(read + 1);
                        });
            }
            host.run();
            results.add(balance.get());
        }
        assertThat(results).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void oneTaskRunsAtATime() {
        Seeds.each(
                20,
                seed -> {
                    SimHost host = new SimHost(seed);
                    AtomicInteger inside = new AtomicInteger();
                    for (int i = 0; i < 10; i++) {
                        host.start(
                                "worker",
                                () -> {
                                    for (int n = 0; n < 20; n++) {
                                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                                        inside.decrementAndGet();
                                        host.pause();
                                    }
                                });
                    }
                    host.run();
                    assertThat(host.tasks()).isEmpty();
                });
    }

    @Test
    void aRaiseMayLetTheWaiterOvertakeTheRaiser() {
        assumeManySeeds();
        Set<List<String>> orders = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            SimHost host = new SimHost(seed);
            Signal signal = new Signal();
            List<String> order = new ArrayList<>();
            host.start(
                    "waiter",
                    () -> {
                        assertThat(await(host, signal, Instant.MAX)).isTrue();
                        order.add("waiter");
                    });
            host.start(
                    "raiser",
                    () -> {
                        host.raise(signal);
                        order.add("raiser");
                    });
            host.run();
            orders.add(order);
        }
        assertThat(orders).hasSize(2);
    }

    @Test
    void timeJumpsToTheEarliestWaitWhenNoTaskIsReady() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.start("late", () -> sleepAndLog(host, "late", ofMinutes(90)));
        host.start("early", () -> sleepAndLog(host, "early", ofSeconds(5)));
        host.run();
        assertThat(log).containsExactly("early", "late");
        assertThat(host.now()).isEqualTo(startedAt.plus(ofMinutes(90)));
    }

    private void sleepAndLog(SimHost host, String name, Duration time) {
        assertThat(await(host, new Signal(), host.now().plus(time))).isFalse();
        log.add(name);
    }

    @Test
    void awaitReturnsWhetherTheSignalWasRaisedAndLowersIt() {
        SimHost host = new SimHost(1);
        Signal signal = new Signal();
        host.raise(signal);
        host.raise(signal);
        boolean first = host.call(() -> await(host, signal, Instant.MAX));
        boolean second = host.call(() -> await(host, signal, host.now().plusSeconds(1)));
        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(signal.isRaised()).isFalse();
    }

    @Test
    void awaitLetsOthersGoEvenWhenTheSignalIsUp() {
        assumeManySeeds();
        Set<List<String>> orders = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            SimHost host = new SimHost(seed);
            List<String> order = new ArrayList<>();
            for (String name : List.of("a", "b")) {
                host.start(
                        name,
                        () -> {
                            Signal raised = new Signal();
                            raised.set(true);
                            order.add(name);
                            assertThat(await(host, raised, Instant.MAX)).isTrue();
                            order.add(name);
                        });
            }
            host.run();
            orders.add(order);
        }
        assertThat(orders).contains(List.of("a", "b", "a", "b"), List.of("b", "a", "b", "a"));
    }

    @Test
    void aWaitThatIsAlreadyOverReturnsAtOnceInVirtualTime() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        assertThat(host.call(() -> await(host, new Signal(), startedAt.minusSeconds(3)))).isFalse();
        assertThat(host.call(() -> await(host, new Signal(), Instant.MIN))).isFalse();
        assertThat(host.now()).isEqualTo(startedAt);
    }

    @Test
    void aSecondWaiterOfASignalIsRefused() {
        SimHost host = new SimHost(7);
        Signal signal = new Signal();
        host.start("first", () -> await(host, signal, Instant.MAX));
        host.start("second", () -> await(host, signal, Instant.MAX));
        assertThatThrownBy(host::run)
                .hasMessageContaining("a signal has one waiter")
                .hasMessageContaining("seed " + host.seed());
    }

    @Test
    void runForRunsEachWaitAtItsInstantAndLeavesTheClockAtTheEnd() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.start("tick", () -> tick(host));
        host.runFor(ofSeconds(35));
        assertThat(log).containsExactly("PT0S", "PT10S", "PT20S", "PT30S");
        assertThat(host.now()).isEqualTo(startedAt.plusSeconds(35));
        host.runFor(ofSeconds(5));
        assertThat(log).endsWith("PT40S");
    }

    @Test
    void advanceLeapsSoThatWaitsEndLateAndAllAtOnce() {
        SimHost host = new SimHost(1);
        host.start("tick", () -> tick(host));
        host.runFor(Duration.ZERO);
        host.advance(ofSeconds(35));
        assertThat(log).containsExactly("PT0S", "PT35S");
    }

    private void tick(SimHost host) {
        Instant startedAt = host.now();
        while (true) {
            log.add(Duration.between(startedAt, host.now()).toString());
            host.pause(ofSeconds(10));
        }
    }

    @Test
    void timeDoesNotPassBackwardsButAClockJumps() {
        SimHost host = new SimHost(1);
        assertThatThrownBy(() -> host.runFor(ofSeconds(-1))).hasMessageContaining("clockJump");
        assertThatThrownBy(() -> host.advance(ofSeconds(-1))).hasMessageContaining("clockJump");
    }

    @Test
    void runUntilStopsAsSoonAsTheConditionHolds() {
        SimHost host = new SimHost(1);
        AtomicInteger count = new AtomicInteger();
        host.start(
                "counter",
                () -> {
                    while (true) {
                        count.incrementAndGet();
                        host.pause(ofSeconds(1));
                    }
                });
        host.runUntil(() -> count.get() == 5);
        assertThat(count).hasValue(5);
        assertThat(host.tasks()).containsExactly("counter");
    }

    @Test
    void aClockJumpBackShiftsNowAndProlongsNoWait() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.start("sleeper", () -> sleepAndLog(host, "woken", ofSeconds(60)));
        host.runFor(ofSeconds(10));
        host.clockJump(ofDays(-1));
        assertThat(host.now()).isEqualTo(startedAt.minus(ofDays(1)).plusSeconds(10));
        host.runFor(ofSeconds(49));
        assertThat(log).isEmpty();
        host.runFor(ofSeconds(1));
        assertThat(log).containsExactly("woken");
    }

    @Test
    void aWaitThatStartsAfterAJumpBackEndsAtItsInstant() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.clockJump(ofSeconds(-100));
        host.start("sleeper", () -> assertThat(await(host, new Signal(), startedAt)).isFalse());
        host.run();
        assertThat(host.now()).isEqualTo(startedAt);
    }

    @Test
    void aJumpAheadAndThenBackProlongsNoWait() {
        SimHost host = new SimHost(1);
        host.start("sleeper", () -> sleepAndLog(host, "woken", ofSeconds(60)));
        host.runFor(ofSeconds(10));
        host.clockJump(ofSeconds(20));
        host.runFor(ofSeconds(20));
        host.clockJump(ofDays(-1));
        host.runFor(ofSeconds(29));
        assertThat(log).isEmpty();
        host.runFor(ofSeconds(1));
        assertThat(log).containsExactly("woken");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aPauseTakesItsTimeHoweverTheClockJumps(int days) {
        SimHost host = new SimHost(1);
        host.start(
                "pausing",
                () -> {
                    host.pause(ofSeconds(60));
                    log.add("woken");
                });
        host.runFor(ofSeconds(10));
        host.clockJump(ofDays(days));
        host.runFor(ofSeconds(49));
        assertThat(log).isEmpty();
        host.runFor(ofSeconds(1));
        assertThat(log).containsExactly("woken");
    }

    @Test
    void aClockJumpForwardEndsTheWaitsItPasses() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.start("sleeper", () -> sleepAndLog(host, "woken", ofMinutes(1)));
        host.runFor(ofSeconds(1));
        host.clockJump(ofMinutes(5));
        host.runFor(Duration.ZERO);
        assertThat(log).containsExactly("woken");
        assertThat(host.now()).isEqualTo(startedAt.plus(ofMinutes(5)).plusSeconds(1));
    }

    @Test
    void aCallReturnsItsValueWhileTheOthersRun() {
        SimHost host = new SimHost(1);
        AtomicInteger beats = new AtomicInteger();
        host.start(
                "heart",
                () -> {
                    while (true) {
                        beats.incrementAndGet();
                        host.pause(ofSeconds(1));
                    }
                });
        String answer =
                host.call(() -> {
                    host.pause(ofMillis(9500));
                    return "answer";
                });
        assertThat(answer).isEqualTo("answer");
        assertThat(beats).hasValue(10);
    }

    @Test
    void aCallThrowsWhatItsBodyThrew() {
        SimHost host = new SimHost(1);
        IOException checked = new IOException("disk");
        assertThatThrownBy(() ->
                        host.call(() -> {
                            throw checked;
                        }))
                .isSameAs(checked);
        assertThatThrownBy(() -> host.call(() -> Integer.parseInt("x")))
                .isInstanceOf(NumberFormatException.class);
        AssertionError failed = new AssertionError("expected more");
        assertThatThrownBy(() ->
                        host.call(() -> {
                            throw failed;
                        }))
                .isSameAs(failed);
    }

    @Test
    void aPauseFromOutsideDoesNothing() {
        SimHost host = new SimHost(1);
        Instant startedAt = host.now();
        host.pause();
        host.pause(ofSeconds(3));
        assertThat(host.now()).isEqualTo(startedAt);
    }

    @Test
    void randomnessComesFromTheSeed() {
        assertThat(new SimHost(5).random().nextLong())
                .isEqualTo(new SimHost(5).random().nextLong());
    }
}

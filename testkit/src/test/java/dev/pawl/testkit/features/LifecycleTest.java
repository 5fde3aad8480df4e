package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LifecycleTest {
    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final List<EngineEvent> heard = new ArrayList<>();
    private final Machine<String, String> slow =
            Machine.named("slow", String.class, String.class)
                    .step("one", a -> lasting(Duration.ofSeconds(10), a.next("one")))
                    .step("two", a -> lasting(Duration.ofSeconds(10), a.next("two")))
                    .build();

    private <T> T lasting(Duration time, T answer) throws InterruptedException {
        host.await(new Signal(), host.now().plus(time));
        return answer;
    }

    private SimEngine process() {
        return new SimEngine(
                host,
                stores,
                o ->
                        o.machines(slow)
                                .queue(QueueSettings.of("narrow", 1))
                                .drain(Duration.ofSeconds(15))
                                .listener(heard::add));
    }

    /// ENG-22 all runs are recovered without an order, and starts are possible at once.
    @Test
    void recoversAllRunsByItself() {
        SimEngine sim = process();
        sim.open();
        RunId id = sim.call(e -> e.start(slow.start("x")));
        sim.pass(Duration.ofSeconds(1));
        sim.restart();
        RunId other = sim.call(e -> e.start(slow.start("y")));
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(other).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// ENG-23 and E12, E13, E14: closing waits for running bodies, starts no others, and refuses
    /// later calls at once; delayed and queued runs do not delay it.
    @Test
    void drainsAndRefusesLaterCalls() {
        SimEngine sim = process();
        sim.open();
        RunId running = sim.call(e -> e.start(slow.start("a").queue("narrow")));
        RunId queued = sim.call(e -> e.start(slow.start("b").queue("narrow")));
        RunId delayed = sim.call(e -> e.start(slow.start("c").delay(Duration.ofHours(1))));
        sim.pass(Duration.ofSeconds(5));
        var engine = sim.engine();
        var before = host.now();
        sim.close();
        assertThat(Duration.between(before, host.now())).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> host.call(() -> engine.start(slow.start("d"))))
                .isInstanceOf(Refused.Closed.class);
        assertThatThrownBy(() -> host.call(() -> engine.start(slow.start("d").queue("narrow"))))
                .isInstanceOf(Refused.Closed.class);
        sim.open();
        assertThat(sim.engine().run(running).state()).isEqualTo("two");
        assertThat(sim.engine().run(queued).status()).isEqualTo(RunStatus.QUEUED);
        assertThat(sim.engine().run(delayed).status()).isEqualTo(RunStatus.DELAYED);
        sim.pass(Duration.ofHours(2));
        assertThat(sim.engine().count(Filter.ALL.live())).isZero();
        sim.close();
    }

    /// ENG-23 and E17: a body that takes too long is interrupted, and executed again later.
    @Test
    void interruptsWhatDoesNotEndInTime() {
        Script.of(Script.machine("pull", "download"))
                .options(o -> o.drain(Duration.ofSeconds(5)))
                .check(
                        """
                        start a
                        close
                        is RUNNING
                        download #2 CRASH -> next
                        is COMPLETED
                        """);
    }

    /// ENG-24 and E16: a run whose step cannot be recorded waits until the store can record it.
    @Test
    void waitsWhileTheStoreIsFull() {
        boolean[] full = new boolean[1];
        StoreFaults faults =
                new StoreFaults() {
                    @Override
                    public void before(long n, Commit commit) {
                        if (!full[0]) return;
                        throw new StoreException(StoreException.Kind.FULL, "no space", null);
                    }
                };
        SimEngine sim = process().faults(faults);
        sim.open();
        RunId id = sim.call(e -> e.start(slow.start("x")));
        sim.pass(Duration.ofSeconds(1));
        full[0] = true;
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(id).state()).isEqualTo("one");
        assertThat(heard).anyMatch(EngineEvent.StoreUnavailable.class::isInstance);
        assertThatThrownBy(() -> sim.call(e -> e.start(slow.start("y"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no space");
        full[0] = false;
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(heard).anyMatch(EngineEvent.StoreRecovered.class::isInstance);
        assertThat(sim.engine().history(id, 0, 100))
                .filteredOn(entry -> entry.kind() == HistoryEntry.Kind.ENTERED)
                .hasSize(1);
        sim.close();
    }

    /// ENG-24 a store that fails permanently stops the engine; durable runs continue later.
    @Test
    void stopsWhenTheStoreFails() {
        boolean[] broken = new boolean[1];
        StoreFaults faults =
                new StoreFaults() {
                    @Override
                    public void after(long n, Commit commit) {
                        if (!broken[0]) return;
                        throw new StoreException(StoreException.Kind.IO, "the disk is gone", null);
                    }
                };
        SimEngine sim = process().faults(faults);
        sim.open();
        RunId id = sim.call(e -> e.start(slow.start("x")));
        sim.pass(Duration.ofSeconds(1));
        broken[0] = true;
        sim.pass(Duration.ofMinutes(5));
        assertThat(heard).filteredOn(EngineEvent.StoreFailed.class::isInstance).hasSize(1);
        assertThatThrownBy(() -> sim.call(e -> e.start(slow.start("y"))))
                .isInstanceOf(Refused.Closed.class)
                .hasMessageContaining("the disk is gone");
        broken[0] = false;
        sim.restart();
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A clock that jumps loses and repeats nothing.
    @Test
    void toleratesAClockThatJumps() {
        var machine =
                Machine.named("timed", String.class, String.class)
                        .step("work", step("work"))
                        .await("rest", w -> w.after(Duration.ofMinutes(10), "last"))
                        .step("last", step("last"))
                        .build();
        Script.check(
                machine,
                """
                start a
                work -> next
                wait 10m
                last -> next
                """);
        SimEngine sim = process();
        sim.open();
        RunId early = sim.call(e -> e.start(slow.start("x").delay(Duration.ofMinutes(5))));
        host.clockJump(Duration.ofHours(-1));
        RunId late = sim.call(e -> e.start(slow.start("y")));
        assertThat(late).isGreaterThan(early);
        host.clockJump(Duration.ofHours(2));
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(early).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(late).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A wake is consumed when it fires: a clock that goes back before the decision does not lose
    /// it.
    @Test
    void continuesIfTheClockGoesBackBetweenTheWakeAndTheDecision() {
        var machine =
                Machine.named("slow", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofMinutes(10), "work"))
                        .step("work", a -> a.next("rested"))
                        .build();
        SimEngine sim = new SimEngine(host, stores, o -> o.machines(machine));
        sim.open();
        RunId waiting = sim.call(e -> e.start(machine.start("x")));
        RunId expiring = sim.call(e -> e.start(machine.start("y").deadline(Duration.ofMinutes(5))));
        for (int i = 0; i < 2; i++) {
            host.runUntil(() -> host.tasks().contains("due"));
            host.clockJump(Duration.ofMinutes(-2));
            sim.settle();
        }
        assertThat(sim.engine().run(expiring).status()).isEqualTo(RunStatus.EXPIRED);
        assertThat(sim.engine().run(waiting).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A caller waits for as long as it asked, also if the clock jumps back meanwhile.
    @Test
    void aClockThatJumpsBackDoesNotProlongTheWaitOfACaller() throws InterruptedException {
        SimEngine sim = process();
        sim.open();
        RunId delayed = sim.call(e -> e.start(slow.start("x").delay(Duration.ofDays(9))));
        Instant before = host.now();
        jumpBackSoon();
        Optional<Run> end = sim.call(e -> e.awaitEnd(delayed, Duration.ofMinutes(1)));
        assertThat(end).isEmpty();
        jumpBackSoon();
        List<LoggedEntry> later =
                sim.call(e -> {
                    try (Subscription feed = e.feed(delayed, 0)) {
                        assertThat(feed.next(host.now())).isNotEmpty();
                        return feed.next(host.now().plus(Duration.ofMinutes(1)));
                    }
                });
        assertThat(later).isEmpty();
        assertThat(host.now()).isBefore(before.minus(Duration.ofHours(47)));
        sim.close();
    }

    private void jumpBackSoon() {
        var _ =
                host.start(
                        "jump",
                        () -> {
                            host.pause(Duration.ofSeconds(10));
                            host.clockJump(Duration.ofDays(-1));
                        });
    }
}

package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Limits;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StartTest {
    private static final Machine<String, String> PULL = Script.machine("pull", "download record");
    private static final Machine<String, String> QUICK =
            Machine.named("quick", String.class, String.class)
                    .step("work", a -> a.next(a.request()))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    /// ENG-13 delay, predecessor, queue, priority and parent are all honoured, in that order.
    @Test
    void honoursAllOptionsOfAStartTogether() {
        Script.of(PULL)
                .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                .check(
                        """
                        start family
                        start first queue narrow
                        start all delay 1m after first queue narrow priority 5 parent family
                        start rival queue narrow
                        is QUEUED
                        all is DELAYED
                        all why DELAY
                        crash
                        wait 1m
                        all is BLOCKED
                        all why PREDECESSOR
                        crash
                        first download -> next
                        queue narrow pause
                        first record -> next
                        all is QUEUED
                        all why QUEUE_PAUSED
                        start late queue narrow
                        crash
                        queue narrow resume
                        executing all family
                        rival is QUEUED
                        rival why QUEUE
                        all download -> finish
                        rival download -> finish
                        late download -> finish
                        family download -> finish
                        """);
    }

    /// ENG-14 a run that follows another one starts if that ended as required, and is skipped
    /// otherwise.
    @Test
    void followsOnSuccessOnFailureOrAlways() {
        Script.check(
                PULL,
                """
                start good
                start bad
                start afterGood after good
                start afterGoodFailed after good on FAILURE
                start afterBad after bad
                start afterBadFailed after bad on FAILURE
                start afterBadAny after bad on ANY_END
                good download -> finish
                bad download -> abort no
                afterGood is RUNNING
                afterGoodFailed is SKIPPED
                afterBad is SKIPPED
                afterBadFailed is RUNNING
                afterBadAny is RUNNING
                afterGood download -> finish
                afterBadFailed download -> finish
                afterBadAny download -> finish
                start tooLate after bad
                is SKIPPED
                start delayed delay 1m after bad
                wait 1m
                delayed is SKIPPED
                """);
    }

    /// ENG-14 an unknown predecessor is an error of the start, not a run that waits forever.
    @Test
    void refusesAnUnknownPredecessorMachineQueueAndParent() {
        SimEngine sim = SimEngine.of(stores, o -> o.machines(QUICK));
        RunId unknown = new RunId(7);
        assertThatThrownBy(() ->
                        sim.call(e ->
                                e.start(
                                        QUICK.start("x")
                                                .after(
                                                        unknown,
                                                        dev.pawl.run.Predecessor.On.SUCCESS))))
                .isInstanceOf(Refused.UnknownRun.class);
        assertThatThrownBy(() -> sim.call(e -> e.start(PULL.start("x"))))
                .isInstanceOf(Refused.UnknownMachine.class)
                .hasMessageContaining("quick");
        // ENG-15 an unknown queue is an error, never a run without a limit.
        assertThatThrownBy(() -> sim.call(e -> e.start(QUICK.start("x").queue("nowhere"))))
                .isInstanceOf(Refused.UnknownQueue.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> sim.call(e -> e.start(QUICK.start("x").parent(unknown))))
                .isInstanceOf(Refused.UnknownRun.class);
        assertThat(sim.engine().count(Filter.ALL)).isZero();
        sim.close();
    }

    /// ENG-17 each policy for a live run of the same key, also with queues.
    @Test
    void keepsOneRunPerKeyAsItsPolicySays() {
        Script.of(PULL)
                .options(o -> o.queue(QueueSettings.of("wide", 9)))
                .check(
                        """
                        start alpine queue wide
                        start alpine queue wide refused
                        start alpine queue wide unique REJECT refused
                        start alpine queue wide unique ATTACH
                        alpine is RUNNING
                        executing alpine
                        start alpine queue wide unique ALLOW
                        executing alpine alpine
                        alpine download -> finish
                        alpine download -> finish
                        executing
                        """);
    }

    /// ENG-17 queue-behind and replace wait for the end of the previous run, also across a crash.
    @Test
    void startsBehindOrInPlaceOfTheLiveRun() {
        Script.check(
                PULL,
                """
                start alpine
                start alpine unique QUEUE_BEHIND
                is BLOCKED
                why PREDECESSOR
                crash
                is BLOCKED
                download #2 CRASH -> abort no
                is RUNNING
                download #1 FIRST -> next
                start alpine unique REPLACE
                download #1 FIRST -> finish new
                is COMPLETED
                says new
                """);
    }

    /// ENG-18 an idempotency key is not the resource: it finds its run, also an ended one.
    @Test
    void startsOnceForAnIdempotencyKey() {
        SimEngine sim = SimEngine.of(stores, o -> o.machines(QUICK));
        RunId first = sim.call(e -> e.start(QUICK.start("one").key("a").idempotency("order-1")));
        sim.settle();
        assertThat(sim.engine().run(first).status()).isEqualTo(RunStatus.COMPLETED);
        sim.restart();
        RunId again = sim.call(e -> e.start(QUICK.start("two").key("b").idempotency("order-1")));
        RunId other = sim.call(e -> e.start(QUICK.start("two").key("b").idempotency("order-2")));
        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        sim.close();
    }

    /// ENG-26 and E19: any key is valid, and found exactly.
    @Test
    void acceptsAnyKeyAndFindsItExactly() {
        List<String> keys =
                List.of("app-1", "app-10", "a#b", "a/b", "'\"\\", "日本😀", " ", "k".repeat(1_024));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(QUICK));
        for (String key : keys) {
            RunId id = sim.call(e -> e.start(QUICK.start(key).key(key)));
            assertThat(sim.engine().runs(Filter.ALL.key(key), Page.oldest(10)))
                    .singleElement()
                    .satisfies(run -> assertThat(run.id()).isEqualTo(id));
        }
        assertThatThrownBy(() -> sim.call(e -> e.start(QUICK.start("x").key("k".repeat(1_025)))))
                .isInstanceOf(Refused.TooLarge.class);
        String large = "x".repeat(Limits.PAYLOAD_BYTES_MAX + 1);
        assertThatThrownBy(() -> sim.call(e -> e.start(QUICK.start(large))))
                .isInstanceOf(Refused.TooLarge.class);
        sim.close();
    }

    /// E5: the options of one start do not affect the next one; E11: nor other runs.
    @Test
    void keepsStartsApart() {
        Script.of(PULL, Script.machine("other", "work"))
                .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                .check(
                        """
                        start a queue narrow
                        start b parent a
                        b is RUNNING
                        start a machine other
                        executing a a b
                        work -> next
                        a download -> finish
                        b download -> finish
                        """);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(QUICK));
        RunId parent = sim.call(e -> e.start(QUICK.start("p").delay(Duration.ofHours(1))));
        RunId child = sim.call(e -> e.start(QUICK.start("c").parent(parent)));
        RunId free = sim.call(e -> e.start(QUICK.start("f")));
        assertThat(sim.engine().run(child).parent()).isEqualTo(parent);
        assertThat(sim.engine().run(free).parent()).isNull();
        sim.close();
    }

    /// ENG-18 to attach changes nothing: the run keeps the idempotency key that it was started
    /// with.
    @Test
    void doesNotKeepTheIdempotencyKeyOfAStartThatAttached() {
        var machine =
                Machine.named("pull", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofMinutes(1), "complete"))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        var start = machine.start("x").key("alpine").unique(Uniqueness.ATTACH);
        RunId first = sim.call(e -> e.start(start.idempotency("one")));
        assertThat(sim.<RunId, RuntimeException>call(e -> e.start(start.idempotency("two"))))
                .isEqualTo(first);
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.<RunId, RuntimeException>call(e -> e.start(start.idempotency("one"))))
                .isEqualTo(first);
        assertThat(sim.<RunId, RuntimeException>call(e -> e.start(start.idempotency("two"))))
                .isNotEqualTo(first);
        sim.close();
    }
}

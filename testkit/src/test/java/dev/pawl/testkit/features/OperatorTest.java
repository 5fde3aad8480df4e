package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Metrics;
import dev.pawl.engine.Operators;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class OperatorTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final Machine<String, String> PULL =
            Script.machine("pull", "check download record");
    private static final Machine<String, String> QUICK =
            Machine.named("quick", String.class, String.class)
                    .step("work", a -> a.next(a.request()))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    /// A pause lets a running attempt finish and survives a crash; resume restores the run.
    @Test
    void pausesAndResumes() {
        Script.check(
                PULL,
                """
                start a
                pause
                is RUNNING
                why PAUSED
                check -> next
                is PAUSED in download
                executing
                crash
                is PAUSED
                why PAUSED
                resume
                download -> throw busy
                pause
                is PAUSED
                wait 1h
                is PAUSED
                resume
                wait 1s
                download RETRY -> next
                start b delay 1m
                pause b
                wait 1h
                b is PAUSED
                resume b
                wait 1s
                b check -> finish
                resume b refused
                a record -> next
                """);
    }

    /// A paused run of a queue releases its slot, and queues again when it is resumed.
    @Test
    void releasesItsSlotWhilePaused() {
        Script.of(PULL)
                .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow
                        a check -> throw busy
                        pause a
                        executing b
                        resume a
                        a is QUEUED
                        wait 1h
                        executing b
                        b check -> finish
                        executing a
                        a check #2 -> finish
                        """);
    }

    /// Retry does not wait for the back-off; go-to stops a body and moves the run; skip leaves a
    /// state as if it were done.
    @Test
    void retriesGoesToAndSkips() {
        Script.check(
                PULL,
                """
                start a
                check -> throw busy
                retry
                check #2 RETRY -> next
                retry refused
                goto check
                check #1 FIRST -> next
                skip
                record -> next
                is COMPLETED
                goto check refused
                start b
                goto record
                crash
                b record -> next
                b is COMPLETED
                start c
                goto nowhere refused
                goto complete
                c is COMPLETED
                start d delay 1h
                skip
                skip
                d record -> next
                start e delay 1h
                goto complete
                e is COMPLETED
                """);
    }

    /// ENG-27 every action is in the history with actor, reason and time; E18: and where it failed.
    @Test
    void recordsEveryActionWithActorAndReason() {
        var machine =
                Machine.named("m", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofHours(1), "work"))
                        .step("work", a -> a.fail("broken pipe"))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.perform(e -> e.operators().order(id, new Command.Pause(), ME));
        sim.perform(e -> e.operators().order(id, new Command.Resume(), ME));
        sim.perform(e -> e.operators().order(id, new Command.Skip(), ME));
        sim.settle();
        var history = sim.engine().history(id, 0, 100);
        for (int i = 0; i < history.size(); i++) {
            assertThat(history.get(i).seq()).isEqualTo(i + 1);
            assertThat(history.get(i).at()).isNotNull();
        }
        assertThat(history)
                .filteredOn(entry -> entry.actor().equals("me"))
                .extracting(HistoryEntry::kind)
                .contains(
                        HistoryEntry.Kind.PAUSED,
                        HistoryEntry.Kind.RESUMED,
                        HistoryEntry.Kind.STATE_SKIPPED);
        assertThat(history)
                .filteredOn(entry -> entry.kind() == HistoryEntry.Kind.PAUSED)
                .singleElement()
                .satisfies(entry -> assertThat(entry.detail()).isEqualTo("a test"));
        assertThat(sim.engine().run(id).state()).isEqualTo("work");
        assertThat(sim.engine().run(id).condition().ending().failure().message())
                .isEqualTo("broken pipe");
        sim.close();
    }

    /// ENG-27 what leads to an end is in the history too, before the end.
    @Test
    void recordsWhatLedToTheEnd() {
        var machine =
                Machine.named("m", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofHours(1), "complete"))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        RunId timed = sim.call(e -> e.start(machine.start("x")));
        RunId sent = sim.call(e -> e.start(machine.start("y")));
        sim.perform(e -> e.operators().order(sent, new Command.GoTo("complete"), ME));
        sim.pass(Duration.ofHours(2));
        assertThat(sim.engine().history(timed, 1, 9))
                .extracting(HistoryEntry::kind)
                .containsExactly(HistoryEntry.Kind.TIMER_FIRED, HistoryEntry.Kind.ENDED);
        assertThat(sim.engine().history(sent, 1, 9))
                .extracting(HistoryEntry::kind)
                .containsExactly(HistoryEntry.Kind.WENT_TO, HistoryEntry.Kind.ENDED);
        sim.close();
    }

    /// A fork continues from a state of another run with its data, and does not change that run.
    @Test
    void forksFromAStateWithAnotherRequest() {
        var machine =
                Machine.named("m", String.class, String.class)
                        .step("one", a -> a.next("one of " + a.request()))
                        .step(
                                "two",
                                a -> a.next(a.response().orElse("") + ", two of " + a.request()))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.settle();
        RunId copy = sim.call(e -> e.operators().fork(id, "two", Payload.of("\"y\""), ME));
        sim.settle();
        assertThat(sim.engine().run(copy).data().response().text())
                .contains("one of x", "two of y");
        assertThat(sim.engine().run(copy).origin().links().cause()).isEqualTo(id);
        assertThat(sim.engine().run(id).data().response().text()).contains("two of x");
        assertThatThrownBy(() -> sim.call(e -> e.operators().fork(id, "complete", null, ME)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("is an end");
        assertThatThrownBy(() -> sim.call(e -> e.operators().fork(id, "nowhere", null, ME)))
                .isInstanceOf(Refused.class);
        sim.close();
    }

    /// A schedule fires once per interval, also across a crash.
    @Test
    void firesAScheduleOncePerInterval() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(QUICK)
                                        .schedule(Schedule.every("tick", minutes(10), QUICK, "x")));
        sim.pass(minutes(25));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        sim.restart();
        sim.settle();
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        sim.pass(minutes(5));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(3);
        sim.perform(e -> e.schedules().pause("tick", true));
        sim.pass(minutes(60));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(3);
        sim.perform(e -> e.schedules().remove("tick"));
        sim.close();
    }

    /// A schedule fires by cron in its zone.
    @Test
    void firesByCron() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(QUICK)
                                        .schedule(Schedule.cron("daily", "30 3 * * *", QUICK, "x"))
                                        .schedule(
                                                Schedule.cron("there", "30 3 * * *", QUICK, "y")
                                                        .zone("Asia/Tokyo")));
        sim.pass(Duration.ofHours(3));
        assertThat(sim.engine().count(Filter.ALL)).isZero();
        sim.pass(minutes(30));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(1);
        sim.pass(Duration.ofHours(15));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        sim.close();
    }

    /// Fires missed while no engine was open are dropped, caught up once, or all caught up.
    @Test
    void catchesUpMissedFiresAsItsPolicySays() {
        assertThat(startedAfterAnHourDown(Schedule.Missed.SKIP)).isZero();
        assertThat(startedAfterAnHourDown(Schedule.Missed.ONCE)).isEqualTo(1);
        assertThat(startedAfterAnHourDown(Schedule.Missed.ALL)).isEqualTo(6);
    }

    private long startedAfterAnHourDown(Schedule.Missed missed) {
        var rules = Schedule.Rules.DEFAULT.missed(missed).overlap(Schedule.Overlap.ALLOW);
        var schedule = Schedule.every("tick", minutes(10), QUICK, "x").rules(rules);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(QUICK).schedule(schedule));
        sim.crash();
        sim.pass(minutes(65));
        sim.open();
        sim.pass(Duration.ofSeconds(1));
        long count = sim.engine().count(Filter.ALL);
        sim.close();
        return count;
    }

    /// After a long time only the newest fires are caught up; the others are reported.
    @Test
    void catchesUpNoMoreMissedFiresThanTheBound() {
        var heard = new ArrayList<EngineEvent>();
        var metrics = new Metrics();
        var rules =
                Schedule.Rules.DEFAULT.missed(Schedule.Missed.ALL).overlap(Schedule.Overlap.ALLOW);
        var schedule = Schedule.every("tick", minutes(10), QUICK, "x").rules(rules);
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(QUICK)
                                        .schedule(schedule)
                                        .listener(heard::add)
                                        .listener(metrics));
        sim.crash();
        sim.pass(Duration.ofDays(14));
        sim.open();
        sim.pass(Duration.ofSeconds(1));
        long missed = Duration.ofDays(14).dividedBy(minutes(10));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(Limits.CATCH_UP_MAX);
        assertThat(heard)
                .filteredOn(EngineEvent.FiresDropped.class::isInstance)
                .containsExactly(
                        new EngineEvent.FiresDropped("tick", missed - Limits.CATCH_UP_MAX));
        assertThat(metrics.snapshot())
                .containsEntry(
                        "schedule_fires_dropped_total{schedule=\"tick\"}",
                        missed - Limits.CATCH_UP_MAX);
        sim.close();
    }

    /// A fire while the last run is live is skipped, queues behind it, runs beside it or replaces
    /// it.
    @Test
    void overlapsAsItsPolicySays() {
        assertThat(liveAfterTwoFires(Schedule.Overlap.SKIP)).containsExactly(1, 0);
        assertThat(liveAfterTwoFires(Schedule.Overlap.QUEUE)).containsExactly(1, 1);
        assertThat(liveAfterTwoFires(Schedule.Overlap.ALLOW)).containsExactly(2, 0);
        assertThat(liveAfterTwoFires(Schedule.Overlap.REPLACE)).containsExactly(1, 0);
    }

    private long[] liveAfterTwoFires(Schedule.Overlap overlap) {
        var slow =
                Machine.named("slow", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofHours(5), "complete"))
                        .build();
        var rules = Schedule.Rules.DEFAULT.overlap(overlap);
        var schedule = Schedule.every("tick", minutes(10), slow, "x").rules(rules);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(slow).schedule(schedule));
        sim.pass(minutes(21));
        long waiting = sim.engine().count(Filter.ALL.status(RunStatus.WAITING));
        long blocked = sim.engine().count(Filter.ALL.status(RunStatus.BLOCKED));
        sim.close();
        return new long[] {waiting, blocked};
    }

    private static Duration minutes(int count) {
        return Duration.ofMinutes(count);
    }

    /// A wait that an operator skips takes its first exit.
    @Test
    void skipsAWait() {
        var machine =
                Machine.named("m", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofHours(5), "last"))
                        .step("last", step("last"))
                        .build();
        Script.check(
                machine,
                """
                start a
                skip
                last -> next
                """);
    }

    record Order(String item, int amount) {}

    record Receipt(String text) {}

    /// A fork takes typed values, and the rest from the run.
    @Test
    void forksWithTypedValues() {
        Machine<Order, Receipt> shop =
                Machine.named("shop", Order.class, Receipt.class)
                        .step("charge", a -> a.next(new Receipt("charged")).withContext(5))
                        .step("ship", OperatorTest::ship)
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(shop, QUICK));
        RunId id = sim.call(e -> e.start(shop.start(new Order("lamp", 1)).key("k")));
        sim.settle();
        RunId plain = sim.call(e -> e.operators().fork(shop.fork(id, "ship"), ME));
        RunId other =
                sim.call(e ->
                        e.operators()
                                .fork(
                                        shop.fork(id, "ship")
                                                .request(new Order("desk", 2))
                                                .response(new Receipt("free"))
                                                .context(9),
                                        ME));
        RunId quick = sim.call(e -> e.start(QUICK.start("x")));
        sim.settle();
        assertThat(sim.engine().result(shop, sim.engine().run(plain)).text())
                .isEqualTo("charged 5 ship lamp 5 ship lamp");
        assertThat(sim.engine().result(shop, sim.engine().run(other)).text())
                .isEqualTo("free 9 ship desk");
        assertThat(sim.engine().run(other).key()).isEqualTo("k");
        assertThat(sim.engine().history(other, 0, 1).getFirst().kind())
                .isEqualTo(HistoryEntry.Kind.FORKED);
        assertThatThrownBy(() -> sim.perform(e -> e.operators().fork(shop.fork(quick, "ship"), ME)))
                .isInstanceOf(Refused.OtherMachine.class)
                .hasMessageContaining("expected a run of machine 'shop'");
        assertThatThrownBy(() -> sim.perform(e -> e.operators().fork(shop.fork(id, "pack"), ME)))
                .hasMessageContaining("has no state 'pack'");
        Payload wrong = Payload.of("{\"amount\":\"many\"}");
        assertThatThrownBy(() -> sim.perform(e -> e.operators().fork(id, "ship", wrong, ME)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("the request for shop cannot be read as Order");
        sim.close();
    }

    private static Outcome<Receipt> ship(Attempt<Order, Receipt> attempt) {
        String before = attempt.response().orElseThrow().text();
        int context = attempt.context(Integer.class).orElseThrow();
        return attempt.next(
                new Receipt("%s %d ship %s".formatted(before, context, attempt.request().item())));
    }
}

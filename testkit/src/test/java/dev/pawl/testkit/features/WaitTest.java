package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WaitTest {
    private static final Machine<String, String> APPROVAL =
            Machine.named("approval", String.class, String.class)
                    .step("ask", step("ask"), s -> s.interruptedBy(Stop.class, "refuse"))
                    .await(
                            "decision",
                            w ->
                                    w.on(Approved.class, "accept")
                                            .on(Rejected.class, "refuse")
                                            .after(Duration.ofHours(1), "refuse"))
                    .step("accept", step("accept"), s -> s.finishes())
                    .step("refuse", step("refuse"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    /// Events are kept until a run waits for them, also across a crash.
    @Test
    void keepsEventsInTheInboxUntilARunWaitsForThem() {
        Script.check(
                APPROVAL,
                """
                start early
                send Approved
                crash
                early ask CRASH -> next
                early accept -> finish yes
                early is COMPLETED
                start late
                late ask -> next
                late is WAITING in decision
                late why EVENT
                late why TIMER
                crash
                late is WAITING in decision
                send Unwanted late refused
                late is WAITING
                send Rejected late
                late refuse -> next
                send Approved late refused
                """);
    }

    /// Timers fire once, also if they fall due while no engine is open.
    @Test
    void firesTimersAcrossCrashes() {
        Script.check(
                APPROVAL,
                """
                start a
                ask -> next
                wait 59m
                crash
                is WAITING
                wait 59s
                is WAITING
                wait 1s
                is RUNNING in refuse
                refuse -> next
                is COMPLETED
                """);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(timed()));
        RunId id = sim.call(e -> e.start(timed().start("x")));
        sim.settle();
        sim.crash();
        sim.pass(Duration.ofDays(2));
        sim.open();
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    private static Machine<String, String> timed() {
        return Machine.named("timed", String.class, String.class)
                .await("rest", w -> w.after(Duration.ofDays(1), "last"))
                .step("last", a -> a.next("rested"))
                .build();
    }

    /// An event stops the body of a step that allows it, and the next one starts after that.
    @Test
    void interruptsAStepThatAnEventMayStop() {
        Script.check(
                APPROVAL,
                """
                start a
                executing a
                send Stop
                executing a
                is RUNNING in refuse
                refuse -> next
                is COMPLETED
                start b
                crash
                send Stop b
                crash
                b refuse -> next
                """);
    }

    /// ENG-35 duplicated and late events do not harm a machine that expects them.
    @Test
    void toleratesDuplicatedAndDelayedEvents() {
        var machine =
                Machine.named("approval", String.class, String.class)
                        .await("decision", w -> w.on(Approved.class, "accept"))
                        .step("accept", a -> a.next(a.event(Approved.class).orElseThrow().by()))
                        .await("rest", w -> w.after(Duration.ofMinutes(30), "last"))
                        .step("last", a -> a.next())
                        .build();
        var summary =
                CrashMatrix.of(machine, "x")
                        .event(Duration.ofSeconds(3), new Approved("me"))
                        .check();
        assertThat(summary.trials()).isGreaterThan(40);
    }

    /// An inbox is bounded, and events to a run that does not exist are refused.
    @Test
    void boundsTheInbox() {
        var machine =
                Machine.named("timed", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofDays(1), "decision"))
                        .await("decision", w -> w.on(Approved.class, "complete"))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        RunId id = sim.call(e -> e.start(machine.start("x")));
        Approved event = new Approved("me");
        sim.perform(e -> {
            for (int i = 0; i < Limits.INBOX_MAX; i++) e.send(id, event);
        });
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, event)))
                .isInstanceOf(Refused.TooLarge.class);
        assertThatThrownBy(() -> sim.perform(e -> e.send(new RunId(9), new Approved("me"))))
                .isInstanceOf(Refused.UnknownRun.class);
        sim.close();
    }

    record Approved(String by) {}

    record Rejected() {}

    record Stop() {}
}

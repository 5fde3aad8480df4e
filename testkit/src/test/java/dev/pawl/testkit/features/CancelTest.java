package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;

import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.CleanupOptions;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Retry;
import dev.pawl.testkit.Script;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CancelTest {
    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    /// ENG-11 and E14, E15: a cancel is durable in every condition that a run can be in.
    @Test
    void cancelsInEveryConditionAndRemembersItAfterACrash() {
        var machine =
                named("pull")
                        .step("check", step("check"))
                        .step("use", step("use"), s -> s.permits("pool", 1))
                        .await("approval", w -> w.after(Duration.ofHours(1), "last"))
                        .step("last", step("last"))
                        .build();
        Script.of(machine)
                .options(o -> {
                    o.queue(QueueSettings.of("narrow", 1));
                    o.pool(new PoolSettings("pool", 1));
                })
                .check(
                        """
                        start delayed delay 1h
                        start running
                        start blocked after running
                        start holding queue narrow
                        start queued queue narrow
                        start failing
                        failing check -> throw no
                        start using
                        using check -> next
                        start acquiring
                        acquiring check -> next
                        acquiring is ACQUIRING
                        start waiting
                        waiting check -> next
                        waiting is ACQUIRING
                        using use -> next
                        acquiring use -> next
                        waiting use -> next
                        waiting is WAITING
                        start acquirer
                        acquirer check -> next
                        start acquirer2
                        acquirer2 check -> next
                        start paused delay 1h
                        pause paused
                        cancel delayed
                        cancel blocked
                        cancel queued
                        cancel failing
                        cancel waiting
                        cancel acquirer2
                        cancel paused
                        cancel running
                        crash
                        delayed is CANCELLED
                        blocked is CANCELLED
                        queued is CANCELLED
                        failing is CANCELLED
                        waiting is CANCELLED
                        acquirer2 is CANCELLED
                        paused is CANCELLED
                        running is CANCELLED
                        wait 2h
                        executing acquirer holding using acquiring
                        using last -> next
                        acquiring last -> next
                        acquirer use -> next
                        holding check -> next
                        holding use -> next
                        """);
    }

    /// ENG-11 the first cause wins, and a second cancel changes nothing.
    @Test
    void keepsTheFirstCause() {
        Script.check(
                Script.machine("pull", "download"),
                """
                start alpine deadline 1h
                cancel
                is CANCELLED
                cancel refused
                wait 2h
                is CANCELLED
                """);
    }

    /// ENG-11 and E15: a body that completes after the cancel does not undo it.
    @Test
    void endsAsCancelledAfterACrashInTheCancelledBody() {
        var machine =
                named("pull").step("download", step("download")).cleanup(step("clean")).build();
        Script.check(
                machine,
                """
                start alpine
                cancel
                clean #1 FIRST -> next
                is CANCELLED
                start debian
                crash
                cancel
                crash
                clean -> next
                debian is CANCELLED
                """);
    }

    /// ENG-29 a cleanup has its own retries and timeout, and ends.
    @Test
    void endsTheRunAfterTheLastRetryOfACleanup() {
        var machine =
                named("pull")
                        .step("download", step("download"))
                        .cleanup(
                                step("clean"),
                                c -> c.retry(Retry.fixed(2)).timeout(Duration.ofMinutes(1)))
                        .build();
        Script.check(
                machine,
                """
                start alpine
                download -> abort full
                clean #1 FIRST -> throw busy
                is CLEANING
                why BACK_OFF
                wait 1s
                clean #2 RETRY -> throw busy
                crash
                wait 1s
                executing alpine
                wait 1m
                is ABORTED
                """);
    }

    /// ENG-29 a cleanup may run after success too; a run that never started has nothing to clean.
    @Test
    void cleansUpAfterSuccessIfTheMachineSaysSo() {
        var machine =
                named("pull")
                        .step("download", step("download"))
                        .cleanup(step("clean"), CleanupOptions::always)
                        .build();
        Script.check(
                machine,
                """
                start alpine
                download -> next done
                clean -> next
                is COMPLETED
                says done
                start debian delay 1h
                cancel debian
                debian is CANCELLED
                executing
                """);
    }
}

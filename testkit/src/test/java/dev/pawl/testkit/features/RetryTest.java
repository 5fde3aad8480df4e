package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.MachineTrial;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RetryTest {
    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    /// ENG-01 fixed and exponential delays, bounded by a number of retries.
    @Test
    void retriesAfterTheDelaysOfItsPolicy() {
        var machine =
                named("pull")
                        .step("fixed", step("fixed"), s -> s.retry(Retry.fixed(2)))
                        .step("growing", step("growing"), s -> s.retry(Retry.exponential(3)))
                        .build();
        Script.check(
                machine,
                """
                start alpine
                fixed -> throw one
                wait 999ms
                is BACKING_OFF
                wait 1ms
                fixed #2 RETRY -> throw two
                wait 1s
                fixed #3 -> next
                growing #1 FIRST -> throw one
                wait 100ms
                growing -> throw two
                wait 149ms
                is BACKING_OFF
                wait 1ms
                growing -> throw three
                wait 225ms
                growing #4 -> next
                is COMPLETED
                """);
    }

    /// ENG-01 classes of errors abort, fail or are retried, and a policy has a largest elapsed
    /// time.
    @Test
    void treatsErrorsByTheirClassAndGivesUpAfterItsMaximumTime() {
        var aborting = Retry.fixed(3).abortOn(FileNotFoundException.class);
        assertThat(endOf(aborting, new FileNotFoundException("gone")).status())
                .isEqualTo(RunStatus.ABORTED);
        assertThat(endOf(aborting, new IOException("net")).status()).isEqualTo(RunStatus.EXHAUSTED);
        var only = Retry.fixed(3).onlyOn(IOException.class);
        assertThat(endOf(only, new IllegalStateException("odd")).status())
                .isEqualTo(RunStatus.FAILED);
        Run late = endOf(Retry.forever().within(Duration.ofSeconds(10)), new IOException("net"));
        assertThat(late.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(Duration.between(late.timing().created(), late.timing().ended()))
                .isLessThanOrEqualTo(Duration.ofSeconds(10));
    }

    private static Run endOf(Retry retry, Exception error) {
        var machine =
                named("m")
                        .step(
                                "work",
                                a -> {
                                    throw error;
                                },
                                s -> s.retry(retry))
                        .build();
        return MachineTrial.of(machine, "x").run();
    }

    /// ENG-02 retries are bounded by default, and the last one ends the run as exhausted.
    @Test
    void endsAsExhaustedWithTheLastError() {
        Run run = endOf(Retry.ofDefaults(), new IOException("no network"));
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(run.progress().attempt()).isEqualTo(6);
        Failure last = run.condition().ending().failure();
        assertThat(last.type()).isEqualTo("java.io.IOException");
        assertThat(last.message()).isEqualTo("no network");
    }

    /// ENG-03 the number of the attempt never decreases, not even after a crash. ENG-38 an attempt
    /// knows whether it is the first, a retry, or follows a crash.
    @Test
    void countsAttemptsAcrossCrashes() {
        Script.check(
                Script.machine("pull", "download"),
                """
                start alpine
                download #1 FIRST -> throw the same
                wait 100ms
                download #2 RETRY -> throw the same
                crash
                is BACKING_OFF
                wait 1s
                crash
                download #4 CRASH -> throw the same
                crash
                wait 1s
                download #5 -> next
                is COMPLETED
                """);
    }

    /// ENG-04 an attempt that takes too long is interrupted and counts as failed.
    @Test
    void stopsAnAttemptAtItsTimeout() {
        var machine =
                named("pull")
                        .step(
                                "slow",
                                step("slow"),
                                s -> s.timeout(Duration.ofMinutes(5)).retry(Retry.fixed(1)))
                        .build();
        Script.check(
                machine,
                """
                start alpine
                executing alpine
                wait 5m
                executing
                is BACKING_OFF in slow
                wait 1s
                slow #2 RETRY -> next
                is COMPLETED
                """);
    }

    /// ENG-04 the deadline of a run is durable and ends it wherever it is.
    @Test
    void expiresAtItsDeadlineAlsoAfterACrash() {
        Script.check(
                Script.machine("pull", "download"),
                """
                start alpine deadline 10s
                start debian deadline 10s delay 1h
                alpine why DEADLINE
                wait 4s
                crash
                alpine is RUNNING
                debian is DELAYED
                wait 6s
                alpine is EXPIRED
                debian is EXPIRED
                executing
                """);
    }

    /// ENG-04 and E17: a body that ignores its interruption is reported, and blocks no other run.
    @Test
    void reportsABodyThatIgnoresItsInterruption() {
        List<EngineEvent> heard = new ArrayList<>();
        SimEngine[] process = new SimEngine[1];
        var stubborn =
                named("stubborn")
                        .step(
                                "work",
                                a -> {
                                    Instant until = a.now().plus(Duration.ofMinutes(2));
                                    while (a.now().isBefore(until)) ignore(process[0], until);
                                    return a.next("done");
                                },
                                s -> s.timeout(Duration.ofSeconds(1)).retry(Retry.never()))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(stubborn).listener(heard::add));
        process[0] = sim;
        RunId id = sim.call(e -> e.start(stubborn.start("x")));
        sim.pass(Duration.ofSeconds(30));
        assertThat(heard)
                .filteredOn(EngineEvent.BodyStuck.class::isInstance)
                .singleElement()
                .satisfies(h -> assertThat(((EngineEvent.BodyStuck) h).run()).isEqualTo(id));
        assertThat(sim.call(e -> e.why(id)).text()).contains("was asked to stop");
        sim.pass(Duration.ofMinutes(3));
        assertThat(sim.engine().run(id).status().isEnd()).isTrue();
        sim.close();
    }

    private static void ignore(SimEngine sim, Instant until) {
        try {
            sim.host().await(new Signal(), until);
        } catch (InterruptedException _) {
            // This body ignores its interruption.
        }
    }

    /// ENG-37 errors that look like a bug have few attempts and their stack is kept.
    @Test
    void givesBugsFewAttemptsAndKeepsTheirStack() {
        Run run = endOf(Retry.fixed(20), new NullPointerException("oops"));
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(run.progress().attempt()).isEqualTo(3);
        assertThat(run.condition().ending().failure().stack()).contains("RetryTest");
        Script.check(
                Script.machine("pull", "download"),
                """
                start alpine
                download -> bug one
                wait 1s
                download #2 -> bug two
                wait 1s
                download #3 -> bug three
                is EXHAUSTED in download
                """);
    }

    /// An error while an outcome is encoded is an error of the attempt, and the policy applies.
    @Test
    void decidesByThePolicyOnAnErrorOfAnAccessor() {
        Retry policy = Retry.fixed(3).failOn(AssertionError.class);
        var machine =
                named("pull")
                        .step(
                                "work",
                                a -> a.next("x").withContext(new Broken(1)),
                                s -> s.retry(policy))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine));
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.FAILED);
        assertThat(sim.engine().run(id).progress().attempt()).isEqualTo(1);
        sim.close();
    }

    record Broken(int part) {
        @Override
        public int part() {
            throw new AssertionError("accessor");
        }
    }
}

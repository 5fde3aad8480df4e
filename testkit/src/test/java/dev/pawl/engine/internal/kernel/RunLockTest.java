package dev.pawl.engine.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Host;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A holder that gives the lock back for a while gets it again, or an answer.
final class RunLockTest {
    private static final Duration WHILE = Duration.ofSeconds(1);

    private final SimHost host = new SimHost(1);
    private final RunLock lock = new RunLock();
    private final List<String> seen = new ArrayList<>();
    private final Instant start = host.now();

    @Test
    void itIsTakenAgainWhenTheTimeIsOver() {
        host.start("a", () -> retake("a"));
        host.run();
        assertThat(seen).containsExactly("a takes the lock after PT1S");
    }

    @Test
    void messagesThatComeMeanwhileFollowTheFirst() {
        host.start("a", () -> retake("a"));
        host.runFor(Duration.ZERO);
        host.start("b", () -> take("b", message()));
        host.start("c", () -> take("c", message()));
        host.run();
        assertThat(seen).hasSize(3).allSatisfy(line -> assertThat(line).endsWith("after PT1S"));
        assertThat(seen).first().isEqualTo("a takes the lock after PT1S");
    }

    @Test
    void aHolderThatComesMeanwhileSettlesWhatWaits() {
        host.start("a", () -> retake("a"));
        host.runFor(Duration.ZERO);
        host.start("b", () -> take("b", message()));
        host.runFor(Duration.ZERO);
        host.start("outcome", this::settleAll);
        host.run();
        assertThat(seen)
                .containsExactly("2 settled", "a is settled after PT0S", "b is settled after PT0S");
    }

    @Test
    void aHolderThatWaitsAlreadyGoesFirst() {
        host.start(
                "a",
                () -> {
                    lock.take(host);
                    host.pause(Duration.ofMillis(1));
                    retakeHeld("a");
                });
        host.runFor(Duration.ZERO);
        host.start("b", () -> take("b", message()));
        host.start("outcome", this::settleAll);
        host.run();
        assertThat(seen).contains("2 settled").hasSize(3);
    }

    @Test
    void aHolderThatSettlesNothingPassesTheLockOn() {
        host.start("a", () -> retake("a"));
        host.runFor(Duration.ZERO);
        host.start("other", () -> lock.exclusively(host, () -> host.pause(Duration.ofMinutes(1))));
        host.run();
        assertThat(seen).containsExactly("a takes the lock after PT1M");
    }

    @Test
    void aWaitingMessageIsHeldBackWhenTheLockIsGivenWithATime() {
        host.start(
                "outcome",
                () -> {
                    lock.take(host);
                    host.pause(WHILE);
                    lock.give(host, host.now().plus(WHILE));
                });
        host.runFor(Duration.ZERO);
        host.start("a", () -> take("a", message()));
        host.start("b", () -> take("b", message()));
        host.run();
        assertThat(seen).hasSize(2).allSatisfy(line -> assertThat(line).endsWith("after PT2S"));
    }

    @Test
    void aMessageWaitsForOneOutcomeAndNotForOutcomeAfterOutcome() {
        host.start(
                "outcomes",
                () -> {
                    for (int i = 0; i < 5; i++) {
                        lock.take(host);
                        host.pause(WHILE.dividedBy(2));
                        lock.give(host, host.now().plus(WHILE));
                    }
                });
        host.runFor(Duration.ZERO);
        host.start("a", () -> take("a", message()));
        host.run();
        assertThat(seen).containsExactly("a takes the lock after PT1S");
    }

    @Test
    void anInterruptionEndsTheWait() {
        Host.Task task = host.start("a", () -> retake("a"));
        host.runFor(Duration.ZERO);
        task.interrupt();
        host.run();
        assertThat(seen).containsExactly("a takes the lock after PT0S");
    }

    private void retake(String name) {
        lock.take(host);
        retakeHeld(name);
    }

    private void retakeHeld(String name) {
        note(name, lock.retake(host, message(), start.plus(WHILE)));
    }

    private void take(String name, WaitingInput input) {
        note(name, lock.take(host, input));
    }

    private void note(String name, boolean holds) {
        String what = holds ? "takes the lock" : "is settled";
        seen.add("%s %s after %s".formatted(name, what, Duration.between(start, host.now())));
        if (holds) lock.give(host);
    }

    private void settleAll() {
        lock.take(host);
        List<RunLock.Waiter> settled = new ArrayList<>();
        RunLock.@Nullable Waiter next;
        while ((next = lock.removeFirst(WaitingInput::isMessage)) != null) settled.add(next);
        seen.add(settled.size() + " settled");
        lock.give(host);
        for (RunLock.Waiter waiter : settled) {
            waiter.input().fail(new IllegalStateException("settled"));
            host.raise(waiter.called());
        }
    }

    private WaitingInput message() {
        RunId to = new RunId(7);
        Message event = new Message(1, to, Message.Kind.EVENT, "Tick", Payload.empty(), host.now());
        return new WaitingInput(new Input.Received(event, false), null);
    }
}

package dev.pawl.controller;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.run.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Calls user code with a time limit, on a task of its own.
///
/// A call that takes too long is interrupted. One that ignores its interruption holds its object,
/// because two actions on one object must never overlap, and is reported.
final class ActionCalls {
    private final Host host;
    private final Duration atMost;

    ActionCalls(Host host, Duration atMost) {
        this.host = host;
        this.atMost = atMost;
    }

    /// Returns the result of a call; whatever it throws is a failure.
    ActionResult call(String name, Callable<ActionResult> call, Report report)
            throws InterruptedException {
        AtomicReference<@Nullable ActionResult> result = new AtomicReference<>();
        Signal over = new Signal();
        Instant start = host.now();
        Host.Task task =
                host.start(
                        name,
                        () -> {
                            try {
                                result.set(result(call));
                            } finally {
                                host.raise(over);
                            }
                        });
        report.on(name, false);
        try {
            if (!host.await(over, start.plus(atMost))) {
                task.interrupt();
                report.on(
                        "%s was interrupted after %s and has not stopped".formatted(name, atMost),
                        true);
                host.awaitRaised(over);
                return late(result.get());
            }
        } catch (InterruptedException e) {
            task.interrupt();
            host.awaitRaised(over);
            throw e;
        }
        return Objects.requireNonNull(result.get(), "an action without a result");
    }

    private static ActionResult result(Callable<ActionResult> call) {
        try {
            return Objects.requireNonNull(call.call(), "the actuator has returned null");
        } catch (Throwable e) {
            return ActionResult.failed("Error", Failure.of(e).toString());
        }
    }

    /// An action that ended well in spite of its interruption has achieved what it is for.
    private ActionResult late(@Nullable ActionResult result) {
        if (result instanceof ActionResult.Done) return result;
        return ActionResult.failed("Timeout", "it has not ended within " + atMost);
    }

    /// Receives the progress of a call, and whether it ignores its interruption so far.
    @FunctionalInterface
    interface Report {
        void on(String text, boolean isStuck);
    }
}

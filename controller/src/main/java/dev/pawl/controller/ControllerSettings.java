package dev.pawl.controller;

import dev.pawl.controller.pace.HotLoopLimit;
import dev.pawl.machine.Retry.Curve;
import java.time.Duration;

/// The bounds of a controller.
///
/// @param workers how many wake-ups are evaluated at a time
/// @param concurrency how many objects are decided and acted on at a time
/// @param backoff the delays after failures in a row
/// @param actionTime how long an action or a status write may take before it is interrupted
/// @param wakeMin the shortest time between two wake-ups that an evaluation asks for
/// @param hotLoop how often an object may be decided before it is slowed down
/// @param decisions how many decisions of an object are kept
/// @param inputBytes the largest input that is kept with a decision
public record ControllerSettings(
        int workers,
        int concurrency,
        Curve backoff,
        Duration actionTime,
        Duration wakeMin,
        HotLoopLimit hotLoop,
        int decisions,
        int inputBytes) {
    /// The default settings.
    public static final ControllerSettings DEFAULT = defaults();

    public ControllerSettings {
        requirePositive("workers", workers);
        requirePositive("concurrency", concurrency);
        requirePositive("decisions", decisions);
        requirePositive("inputBytes", inputBytes);
        requirePositive("actionTime", actionTime);
        requirePositive("wakeMin", wakeMin);
        requirePositive("the first delay of the back-off", backoff.first());
    }

    private static ControllerSettings defaults() {
        int workers = 8;
        int concurrency = 32;
        int decisions = 10;
        int inputBytes = 64 << 10;
        double factor = 2;
        double spread = 0.2;
        Curve backoff = new Curve(Duration.ofMillis(500), factor, Duration.ofMinutes(5), spread);
        return new ControllerSettings(
                workers,
                concurrency,
                backoff,
                Duration.ofMinutes(1),
                Duration.ofSeconds(1),
                HotLoopLimit.DEFAULT,
                decisions,
                inputBytes);
    }

    public ControllerSettings workers(int count) {
        return new ControllerSettings(
                count, concurrency, backoff, actionTime, wakeMin, hotLoop, decisions, inputBytes);
    }

    public ControllerSettings concurrency(int count) {
        return new ControllerSettings(
                workers, count, backoff, actionTime, wakeMin, hotLoop, decisions, inputBytes);
    }

    public ControllerSettings backoff(Curve curve) {
        return new ControllerSettings(
                workers, concurrency, curve, actionTime, wakeMin, hotLoop, decisions, inputBytes);
    }

    public ControllerSettings actionTime(Duration atMost) {
        return new ControllerSettings(
                workers, concurrency, backoff, atMost, wakeMin, hotLoop, decisions, inputBytes);
    }

    public ControllerSettings wakeMin(Duration atLeast) {
        return new ControllerSettings(
                workers, concurrency, backoff, actionTime, atLeast, hotLoop, decisions, inputBytes);
    }

    public ControllerSettings hotLoop(HotLoopLimit limit) {
        return new ControllerSettings(
                workers, concurrency, backoff, actionTime, wakeMin, limit, decisions, inputBytes);
    }

    public ControllerSettings decisions(int kept) {
        return new ControllerSettings(
                workers, concurrency, backoff, actionTime, wakeMin, hotLoop, kept, inputBytes);
    }

    public ControllerSettings inputBytes(int atMost) {
        return new ControllerSettings(
                workers, concurrency, backoff, actionTime, wakeMin, hotLoop, decisions, atMost);
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "expected %s of 1 or more, found %d".formatted(what, value));
        }
    }

    private static void requirePositive(String what, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(
                    "expected %s of more than zero, found %s".formatted(what, value));
        }
    }
}

package dev.pawl.controller.pace;

import dev.pawl.machine.Retry;
import dev.pawl.machine.Retry.Curve;
import java.time.Duration;

/// When decisions about one object are too many, and how much it is then slowed down.
///
/// @param decisions how many decisions within `window` are allowed without a new generation
/// @param flaps how many times an object may return to the situation before the last one within
///   `flapWindow` until that is reported as flapping; in a cycle of three, half as many times more
/// @param slowdown the delays of an object that is slowed down
public record HotLoopLimit(
        int decisions, Duration window, int flaps, Duration flapWindow, Curve slowdown) {
    /// The default: 60 decisions in a minute; 4 returns in half an hour.
    public static final HotLoopLimit DEFAULT =
            new HotLoopLimit(
                    60,
                    Duration.ofMinutes(1),
                    4,
                    Duration.ofMinutes(30),
                    new Curve(Duration.ofSeconds(5), 2, Duration.ofMinutes(5), 0));

    /// The largest number of decisions that a window looks back on.
    public static final int DECISIONS_MAX = 200;

    public HotLoopLimit {
        if (decisions < 2 || decisions > DECISIONS_MAX || flaps < 1 || flaps > decisions) {
            throw new IllegalArgumentException(
                    "expected 2 to %d decisions and 1 to as many flaps, found %d and %d"
                            .formatted(DECISIONS_MAX, decisions, flaps));
        }
        if (!window.isPositive() || !flapWindow.isPositive()) {
            throw new IllegalArgumentException(
                    "expected windows of more than zero, found %s and %s"
                            .formatted(window, flapWindow));
        }
    }

    Duration delay(int slowed) {
        return Retry.forever().with(slowdown).delay(slowed, 0);
    }
}

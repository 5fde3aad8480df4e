package dev.pawl.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;

/// The wall clock of one host, which may be off the world's time, and the waits that it ends.
final class SimClock {
    /// A wait that ends here or later is not ended by time: sums with it could overflow.
    static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    private final TreeSet<SimTask> sleepers =
            new TreeSet<>(Comparator.comparing(SimTask::until).thenComparingInt(SimTask::number));
    private Duration offset;

    SimClock(Duration offset) {
        this.offset = offset;
    }

    Duration offset() {
        return offset;
    }

    void jump(Duration by) {
        offset = offset.plus(by);
    }

    /// Returns what this clock shows when the world's time is `time`.
    Instant at(Instant time) {
        return time.plus(offset);
    }

    void add(SimTask task) {
        if (task.until().isBefore(FAR)) {
            sleepers.add(task);
        }
    }

    void remove(SimTask task) {
        sleepers.remove(task);
    }

    /// Returns the first task whose wait is over at the world's `time`.
    Optional<SimTask> due(Instant time) {
        if (sleepers.isEmpty() || sleepers.first().until().isAfter(at(time))) {
            return Optional.empty();
        }
        return Optional.of(sleepers.first());
    }

    /// Returns the world's time at which the next wait is over.
    Optional<Instant> nextWake() {
        return sleepers.isEmpty()
                ? Optional.empty()
                : Optional.of(sleepers.first().until().minus(offset));
    }
}

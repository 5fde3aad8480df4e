package dev.pawl.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The wall clock of one host, which may be off the world's time, and the waits that it ends.
final class SimClock {
    /// A wait that ends here or later is not ended by time: sums with it could overflow.
    static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    private final TreeSet<SimTask> sleepers =
            new TreeSet<>(Comparator.comparing(SimTask::until).thenComparingInt(SimTask::number));
    private final List<SimTask> held = new ArrayList<>();
    private Duration offset;
    private Instant stoppedUntil = Instant.MIN;

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

    /// Holds every task of the host until the world's time is `until`; the clock goes on.
    void stop(Instant until) {
        stoppedUntil = until;
    }

    boolean isStopped(Instant time) {
        return stoppedUntil.isAfter(time);
    }

    /// Keeps a task that would be ready, but for the host being stopped.
    void hold(SimTask task) {
        held.add(task);
    }

    void letGo(SimTask task) {
        held.remove(task);
    }

    /// Returns the tasks that were held, which are ready now.
    List<SimTask> released() {
        List<SimTask> all = List.copyOf(held);
        held.clear();
        return all;
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
        if (isStopped(time)) return Optional.empty();
        if (sleepers.isEmpty() || sleepers.first().until().isAfter(at(time))) {
            return Optional.empty();
        }
        return Optional.of(sleepers.first());
    }

    /// Returns the world's time at which something of this host can go on.
    Optional<Instant> nextWake(Instant time) {
        if (isStopped(time)) return Optional.of(stoppedUntil);
        return sleepers.isEmpty()
                ? Optional.empty()
                : Optional.of(sleepers.first().until().minus(offset));
    }
}

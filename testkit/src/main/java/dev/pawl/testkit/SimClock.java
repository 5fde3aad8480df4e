package dev.pawl.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/// The wall clock of one host, which may differ from the world's time, and the waits that it ends.
final class SimClock {
    /// Time does not end a wait until this instant or later: sums with it could overflow.
    static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    // Every sleeper is in both: the clock may reach its instant, or its time may pass before.
    private final NavigableSet<SimTask> byInstant = sleepersBy(SimTask::until);
    private final NavigableSet<SimTask> byTime = sleepersBy(SimTask::over);
    private final List<SimTask> held = new ArrayList<>();
    private Duration offset;
    private Instant stoppedUntil = Instant.MIN;

    SimClock(Duration offset) {
        this.offset = offset;
    }

    private static NavigableSet<SimTask> sleepersBy(Function<SimTask, Instant> end) {
        return new TreeSet<>(Comparator.comparing(end).thenComparingInt(SimTask::number));
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

    /// Returns the world's time at which this clock will show `instant` if it does not jump.
    Instant timeOf(Instant instant) {
        return instant.isBefore(FAR) ? instant.minus(offset) : Instant.MAX;
    }

    /// Holds every task of the host until the world's time is `until`; the clock continues.
    void stop(Instant until) {
        stoppedUntil = until;
    }

    boolean isStopped(Instant time) {
        return stoppedUntil.isAfter(time);
    }

    /// Keeps a task that would be ready if the host were not stopped.
    void hold(SimTask task) {
        held.add(task);
    }

    void letGo(SimTask task) {
        held.remove(task);
    }

    /// Releases and returns the tasks that were held.
    List<SimTask> released() {
        List<SimTask> all = List.copyOf(held);
        held.clear();
        return all;
    }

    void add(SimTask task) {
        if (task.until().isBefore(FAR)) {
            byInstant.add(task);
            byTime.add(task);
        }
    }

    void remove(SimTask task) {
        byInstant.remove(task);
        byTime.remove(task);
    }

    /// Returns the first task whose wait is over at the world's `time`.
    Optional<SimTask> due(Instant time) {
        if (isStopped(time) || byInstant.isEmpty()) return Optional.empty();
        if (!byInstant.first().until().isAfter(at(time))) return Optional.of(byInstant.first());
        return Optional.of(byTime.first()).filter(task -> !task.over().isAfter(time));
    }

    /// Returns the world's time at which a task of this host can continue.
    Optional<Instant> nextWake(Instant time) {
        if (isStopped(time)) return Optional.of(stoppedUntil);
        if (byInstant.isEmpty()) return Optional.empty();
        Instant shown = timeOf(byInstant.first().until());
        Instant passed = byTime.first().over();
        return Optional.of(shown.isBefore(passed) ? shown : passed);
    }
}

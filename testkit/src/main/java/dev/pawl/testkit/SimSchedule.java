package dev.pawl.testkit;

import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// The current time, the tasks that are ready, and what the others wait for; it knows no threads.
final class SimSchedule {
    private final List<SimClock> clocks = new ArrayList<>();
    private final Set<SimTask> tasks = new LinkedHashSet<>();
    private final List<SimTask> ready = new ArrayList<>();
    private final Map<Signal, SimTask> waiters = new HashMap<>();
    private Instant time;
    private int numbers;

    SimSchedule(Instant time) {
        this.time = time;
    }

    Instant time() {
        return time;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    List<SimTask> tasks() {
        return List.copyOf(tasks);
    }

    int readyCount() {
        return ready.size();
    }

    int nextNumber() {
        return ++numbers;
    }

    SimClock clock(Duration offset) {
        SimClock clock = new SimClock(offset);
        clocks.add(clock);
        return clock;
    }

    void add(SimTask task) {
        tasks.add(task);
        queue(task);
    }

    void ready(SimTask task) {
        task.ready();
        queue(task);
    }

    private void queue(SimTask task) {
        if (task.clock().isStopped(time)) task.clock().hold(task);
        else ready.add(task);
    }

    /// Stops a host: none of its tasks gets a turn for this long.
    void stop(SimClock clock, Duration by) {
        clock.stop(time.plus(by));
        for (SimTask task : List.copyOf(ready)) {
            if (task.clock() != clock) continue;
            ready.remove(task);
            clock.hold(task);
        }
    }

    void park(SimTask task, Signal signal, Instant until) {
        SimTask other = waiters.putIfAbsent(signal, task);
        if (other != null) {
            throw new IllegalStateException(
                    "a signal has one waiter, but task %s waits already and task %s does too"
                            .formatted(other.name(), task.name()));
        }
        task.waitFor(signal, until);
        task.clock().add(task);
    }

    void wakeWaiter(Signal signal) {
        SimTask waiter = waiters.get(signal);
        if (waiter != null) {
            wake(waiter);
        }
    }

    void wake(SimTask task) {
        forgetWait(task);
        ready(task);
    }

    /// Removes `task` from every list, for a turn out of order.
    void forget(SimTask task) {
        forgetWait(task);
        ready.remove(task);
        task.clock().letGo(task);
    }

    private void forgetWait(SimTask task) {
        task.clock().remove(task);
        if (task.signal() != null) {
            waiters.remove(task.signal());
        }
    }

    void end(SimTask task) {
        task.end();
        tasks.remove(task);
    }

    /// Takes one of the ready tasks.
    SimTask draw(RandomGenerator order) {
        int drawn = order.nextInt(ready.size());
        SimTask last = ready.removeLast();
        return drawn == ready.size() ? last : ready.set(drawn, last);
    }

    void wakeDue() {
        for (SimClock clock : clocks) {
            if (!clock.isStopped(time)) ready.addAll(clock.released());
            for (var due = clock.due(time); due.isPresent(); due = clock.due(time)) {
                wake(due.get());
            }
        }
    }

    void leap(Duration by) {
        time = time.plus(by);
    }

    /// Moves time to the end of the earliest wait and returns true; if that is later than
    /// `horizon`, or never, moves it to the horizon and returns false.
    boolean leapToNextWake(Instant horizon) {
        Optional<Instant> wake =
                clocks.stream()
                        .flatMap(clock -> clock.nextWake(time).stream())
                        .min(Instant::compareTo)
                        .filter(instant -> !instant.isAfter(horizon));
        if (wake.isPresent()) {
            time = wake.get();
        } else if (horizon.isBefore(SimClock.FAR)) {
            time = horizon;
        }
        return wake.isPresent();
    }
}

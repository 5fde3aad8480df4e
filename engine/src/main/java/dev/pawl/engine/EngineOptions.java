package dev.pawl.engine;

import dev.pawl.engine.internal.cluster.NodeOptions;
import dev.pawl.machine.Machine;
import dev.pawl.machine.OwnTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/// What an engine is opened with, set in a lambda and frozen when it opens.
public final class EngineOptions {
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private final List<Machine<?, ?>> machines = new ArrayList<>();
    private final List<QueueSettings> queues = new ArrayList<>();
    private final List<PoolSettings> pools = new ArrayList<>();
    private final List<Schedule> schedules = new ArrayList<>();
    private final List<RetentionSettings> retentions = new ArrayList<>();
    private final List<OwnTables> tables = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Listener> observers = new ArrayList<>();
    private final List<CauseProvider> explaining = new ArrayList<>();
    private final List<Consumer<Engine>> openings = new ArrayList<>();
    private Host host = new RealHost();
    private Duration drain = DRAIN;
    private NodeOptions node = NodeOptions.DEFAULT;
    private boolean attended = true;

    EngineOptions() {}

    /// Registers machines; their runs are recovered when the engine opens.
    public EngineOptions machines(Machine<?, ?>... more) {
        machines.addAll(List.of(more));
        return this;
    }

    /// Declares a queue; settings that an operator has changed take precedence.
    public EngineOptions queue(QueueSettings settings) {
        add(queues, settings, "queue", QueueSettings::name);
        return this;
    }

    /// Declares a permit pool; a capacity that an operator has changed takes precedence.
    public EngineOptions pool(PoolSettings settings) {
        add(pools, settings, "pool", PoolSettings::name);
        return this;
    }

    /// Declares a schedule; one that is stored under its name continues as it is, unless its rule
    /// or request differs.
    public EngineOptions schedule(Schedule schedule) {
        add(schedules, schedule, "schedule", Schedule::name);
        return this;
    }

    /// Sets how long ended runs of a machine are kept (default: forever).
    public EngineOptions retention(RetentionSettings settings) {
        add(retentions, settings, "retention", RetentionSettings::machine);
        return this;
    }

    /// Declares tables that steps write; they are made, or brought up to date, when the engine
    /// opens.
    public EngineOptions tables(OwnTables own) {
        tables.add(own);
        return this;
    }

    /// Adds a listener. An engine without any logs what goes wrong: see [LoggingListener].
    public EngineOptions listener(Listener listener) {
        listeners.add(Objects.requireNonNull(listener, "a listener is expected, found null"));
        return this;
    }

    /// Adds a listener of a system that is built on the engine. It does not count as a listener of
    /// the user's: without one, what goes wrong is logged.
    public EngineOptions observer(Listener system) {
        observers.add(Objects.requireNonNull(system, "a listener is expected, found null"));
        return this;
    }

    /// Adds the causes that a system knows to [Engine#why].
    public EngineOptions explaining(CauseProvider system) {
        if (!explaining.contains(system)) explaining.add(system);
        return this;
    }

    /// Passes the engine to a callback before it executes the first body, for machines whose bodies
    /// need it.
    public EngineOptions opening(Consumer<Engine> callback) {
        openings.add(Objects.requireNonNull(callback, "a callback is expected, found null"));
        return this;
    }

    /// Sets how long closing waits for running attempts (default: 30 s).
    public EngineOptions drain(Duration atMost) {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a drain time of zero or more, found " + atMost);
        }
        drain = atMost;
        return this;
    }

    /// Two systems may declare the same; if their settings differ, one of them would be lost.
    private static <T> void add(List<T> all, T settings, String what, Function<T, String> nameOf) {
        String name = nameOf.apply(Objects.requireNonNull(settings, what + " is null"));
        for (T other : all) {
            if (other.equals(settings)) return;
            if (nameOf.apply(other).equals(name)) {
                throw new IllegalArgumentException(
                        "expected one %s named '%s', found two that differ: %s and %s"
                                .formatted(what, name, other, settings));
            }
        }
        all.add(settings);
    }

    /// Names this node among those that share the store. No two live nodes have the same name: one
    /// that opens with a name takes over at once what the previous node of that name left. Without
    /// a name it gets a unique one.
    public EngineOptions node(String name) {
        node = node.named(name);
        return this;
    }

    /// Sets how long this node's lease lasts and how often it is extended (default: 30 s and 10 s).
    /// When a node crashes, other nodes continue its runs at the end of its lease.
    public EngineOptions lease(Duration lease, Duration heartbeat) {
        node = new NodeOptions(node.name(), lease, heartbeat);
        return this;
    }

    /// Opens the engine unattended, for queries and commands on a store on which no engine is open
    /// or that nodes share. It executes nothing, fires no timers and claims no runs. Commands are
    /// decided by the stored definitions and are durable when they return; where the engine would
    /// start an attempt, the run becomes due, and the next engine starts it.
    ///
    /// It has no tasks, and writes to the store only what a caller asks for: a store that is open
    /// for reading is enough for queries.
    public EngineOptions unattended() {
        attended = false;
        return this;
    }

    /// Sets where time, threads and randomness come from: for tests.
    public EngineOptions host(Host other) {
        host = other;
        return this;
    }

    List<Machine<?, ?>> machines() {
        return machines;
    }

    List<QueueSettings> queues() {
        return queues;
    }

    List<PoolSettings> pools() {
        return pools;
    }

    List<Schedule> schedules() {
        return schedules;
    }

    List<RetentionSettings> retentions() {
        return retentions;
    }

    /// Returns all listeners; the log is one of them if the user has added none.
    List<Listener> listeners() {
        List<Listener> all = new ArrayList<>(listeners);
        if (all.isEmpty()) all.add(new LoggingListener());
        all.addAll(observers);
        return all;
    }

    List<CauseProvider> explaining() {
        return explaining;
    }

    List<Consumer<Engine>> openings() {
        return openings;
    }

    List<OwnTables> tables() {
        return tables;
    }

    Duration drain() {
        return drain;
    }

    NodeOptions node() {
        return node;
    }

    boolean isAttended() {
        return attended;
    }

    Host host() {
        return host;
    }
}

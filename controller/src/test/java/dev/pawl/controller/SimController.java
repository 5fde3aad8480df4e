package dev.pawl.controller;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Why;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.SqliteStores;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/// A controller in virtual time, which can crash and restart.
final class SimController<V, M, A, U> implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SimHost host;
    private final SimEngine sim;
    private final ControllerSettings settings;
    private ControlledKind<V, M, A, U> kind;
    private Controller<V, M, A, U> controller;

    private SimController(
            SimHost host, ControlledKind<V, M, A, U> kind, ControllerSettings settings) {
        this.host = host;
        this.kind = kind;
        this.settings = settings;
        this.sim = new SimEngine(host, SqliteStores.of(SqliteStore::open), this::register);
    }

    static <V, M, A, U> SimController<V, M, A, U> of(ControlledKind<V, M, A, U> kind) {
        return of(kind, ControllerSettings.DEFAULT);
    }

    static <V, M, A, U> SimController<V, M, A, U> of(
            ControlledKind<V, M, A, U> kind, ControllerSettings settings) {
        SimController<V, M, A, U> control = stopped(new SimHost(1, START), kind, settings);
        control.open();
        return control;
    }

    static <V, M, A, U> SimController<V, M, A, U> stopped(
            SimHost host, ControlledKind<V, M, A, U> kind, ControllerSettings settings) {
        return new SimController<>(host, kind, settings);
    }

    private void register(EngineOptions options) {
        controller = Controller.of(kind, settings, host);
        controller.register(options);
    }

    void open() {
        sim.open();
        sim.perform((Engine _) -> controller.start());
    }

    void restart() {
        sim.crash();
        open();
    }

    void restart(ControlledKind<V, M, A, U> other) {
        kind = other;
        restart();
    }

    SimController<V, M, A, U> faults(StoreFaults faults) {
        sim.faults(faults);
        return this;
    }

    SimEngine sim() {
        return sim;
    }

    SimHost host() {
        return host;
    }

    Controller<V, M, A, U> get() {
        return controller;
    }

    void wake(ObjectKey... keys) {
        sim.perform((Engine _) -> {
            for (ObjectKey key : keys) controller.wake(key);
        });
    }

    void settle() {
        sim.settle();
    }

    void pass(Duration time) {
        sim.pass(time);
    }

    Instant now() {
        return host.now();
    }

    long writes() {
        return sim.writes();
    }

    String why(ObjectKey key) {
        Why why = sim.engine().why(Objects.requireNonNull(controller.run(key)));
        return why.text();
    }

    ObjectRow row(ObjectKey key) {
        return controller.log().object(key).orElseThrow();
    }

    @Override
    public void close() {
        controller.close();
        sim.close();
    }
}

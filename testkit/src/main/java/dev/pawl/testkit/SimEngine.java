package dev.pawl.testkit;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An engine in a simulated process: it runs in virtual time, and a test can kill it and restart it
/// over what it had made durable.
///
/// Only the test's thread may use it; the engine works only while one of its methods runs.
public final class SimEngine implements AutoCloseable {
    // No other node shares the store unless a test says so, and long virtual times need no
    // heartbeats.
    private static final Duration LEASE = Duration.ofDays(300);
    private static final Duration HEARTBEAT = Duration.ofDays(100);

    private final SimHost host;
    private final StoreFactory stores;
    private final Consumer<EngineOptions> options;
    private final List<EngineEvent.TaskFailed> failed = new ArrayList<>();
    private StoreFaults faults = StoreFaults.NONE;
    private BiConsumer<Store, Commit> committing = Store::commit;
    private Store store;
    private FaultyStore faulty;
    private @Nullable Engine engine;

    /// Creates a process on `host`; [#open] starts it.
    public SimEngine(SimHost host, StoreFactory stores, Consumer<EngineOptions> options) {
        this.host = host;
        this.stores = stores;
        this.options = options;
        this.store = stores.open();
        this.faulty = new FaultyStore(store, faults);
    }

    /// Opens an engine with these machines over a store of [StoreFactory#chosen].
    public static SimEngine of(Machine<?, ?>... machines) {
        return of(StoreFactory.chosen(), options -> options.machines(machines));
    }

    /// Opens an engine over a store of `stores`.
    public static SimEngine of(StoreFactory stores, Consumer<EngineOptions> options) {
        SimEngine sim = new SimEngine(new SimHost(0), stores, options);
        sim.open();
        return sim;
    }

    /// Injects faults into the store, from the next [#open] on.
    public SimEngine faults(StoreFaults next) {
        faults = next;
        return this;
    }

    /// Lets `next` make the commits, from the next [#open] on.
    SimEngine committing(BiConsumer<Store, Commit> next) {
        committing = next;
        return this;
    }

    /// Starts the process. If a fault kills it while it opens, this throws [SimHost.Crashed].
    public void open() {
        open(options);
    }

    /// Starts the process with other options than before.
    public void open(Consumer<EngineOptions> others) {
        if (engine != null) throw new IllegalStateException("the engine is open");
        store = stores.reopen(store);
        faulty = new FaultyStore(store, faults, committing);
        engine =
                host.call(() ->
                        Engine.open(
                                faulty,
                                chosen -> {
                                    others.accept(chosen.node("one").lease(LEASE, HEARTBEAT));
                                    chosen.host(host).listener(this::watch);
                                }));
    }

    /// Returns the engine that is open. Calls that wait must go through [#call].
    public Engine engine() {
        if (engine == null) throw new IllegalStateException("the engine is not open");
        return engine;
    }

    public SimHost host() {
        return host;
    }

    /// Returns the store of the engine, for inspection.
    public Store store() {
        return store;
    }

    /// Returns how many durable writes have started since the process did.
    public long writes() {
        return faulty.commits();
    }

    /// Returns whether the process runs.
    public boolean isAlive() {
        return engine != null;
    }

    /// Calls the engine as a client does, lets it work meanwhile, and returns the answer.
    public <T extends @Nullable Object, X extends Exception> T call(Client<T, X> client) throws X {
        Engine present = engine();
        return host.call(() -> client.call(present));
    }

    /// Calls the engine as a client does, for the effect alone.
    public <X extends Exception> void perform(Action<X> action) throws X {
        Engine present = engine();
        host.call(() -> action.perform(present));
    }

    /// Runs everything that is due now.
    public void settle() {
        host.runFor(Duration.ZERO);
    }

    /// Lets time pass and runs everything that falls due in it.
    public void pass(Duration time) {
        host.runFor(time);
    }

    /// Lets time pass until a condition holds or the process has died; fails if neither can happen.
    public void until(BooleanSupplier condition) {
        host.runUntil(() -> engine == null || condition.getAsBoolean());
    }

    /// Kills the process now: nothing is closed, and only what is durable survives. Called by the
    /// test or by a fault of the store.
    public void crash() {
        engine = null;
        faulty.kill(new SimHost.Crashed("the process", host.seed()));
        host.crash();
    }

    /// Kills the process and starts it again.
    public void restart() {
        crash();
        open();
    }

    /// Closes the engine gracefully; fails if one of its own tasks failed since the first start.
    @Override
    public void close() {
        if (engine == null) return;
        Engine present = engine;
        host.call(present::close);
        engine = null;
        if (!failed.isEmpty()) {
            throw new AssertionError("expected no task of the engine to fail, found " + failed);
        }
    }

    private void watch(EngineEvent event) {
        // With faults in the store, tasks are expected to fail.
        boolean expected = !faults.equals(StoreFaults.NONE);
        if (event instanceof EngineEvent.TaskFailed failure && !expected) failed.add(failure);
    }

    /// A call that returns an answer.
    public interface Client<T extends @Nullable Object, X extends Exception> {
        T call(Engine engine) throws X;
    }

    /// A call without an answer.
    public interface Action<X extends Exception> {
        void perform(Engine engine) throws X;
    }
}

package dev.pawl.testkit;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Happening;
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

/// An engine in a simulated process: in virtual time, and able to die and live again over what it
/// had made durable.
///
/// It belongs to the thread of the test; the engine's own work goes on only inside its methods.
public final class SimEngine implements AutoCloseable {
    // Nobody else shares its store unless a test says so, and long virtual times cost no
    // heartbeats.
    private static final Duration LEASE = Duration.ofDays(300);
    private static final Duration BEAT = Duration.ofDays(100);

    private final SimHost host;
    private final Stores stores;
    private final Consumer<EngineOptions> options;
    private final List<Happening.TaskFailed> failed = new ArrayList<>();
    private Faults faults = Faults.NONE;
    private BiConsumer<Store, Commit> committing = Store::commit;
    private Store store;
    private FaultyStore faulty;
    private @Nullable Engine engine;

    /// Makes a process on `host` that is not running yet.
    public SimEngine(SimHost host, Stores stores, Consumer<EngineOptions> options) {
        this.host = host;
        this.stores = stores;
        this.options = options;
        this.store = stores.open();
        this.faulty = new FaultyStore(store, faults);
    }

    /// Opens an engine with machines over a store as [Stores#chosen] has them.
    public static SimEngine of(Machine<?, ?>... machines) {
        return of(Stores.chosen(), options -> options.machines(machines));
    }

    /// Opens an engine over a store of `stores`.
    public static SimEngine of(Stores stores, Consumer<EngineOptions> options) {
        SimEngine sim = new SimEngine(new SimHost(0), stores, options);
        sim.open();
        return sim;
    }

    /// Returns this process with faults in its store, from its next life on.
    public SimEngine faults(Faults next) {
        faults = next;
        return this;
    }

    /// Returns this process with commits that are made by `next`, from its next life on.
    SimEngine committing(BiConsumer<Store, Commit> next) {
        committing = next;
        return this;
    }

    /// Begins a life. If a fault kills the process while it opens, this throws [SimHost.Crashed].
    public void open() {
        open(options);
    }

    /// Begins a life with other options than the lives before.
    public void open(Consumer<EngineOptions> others) {
        if (engine != null) throw new IllegalStateException("the engine is open");
        store = stores.reopen(store);
        faulty = new FaultyStore(store, faults, committing);
        engine =
                host.call(() ->
                        Engine.open(
                                faulty,
                                chosen -> {
                                    others.accept(chosen.node("one").lease(LEASE, BEAT));
                                    chosen.host(host).listener(this::watch);
                                }));
    }

    /// Returns the engine of the present life. Calls of it that wait must come through [#call].
    public Engine engine() {
        if (engine == null) throw new IllegalStateException("the engine is not open");
        return engine;
    }

    public SimHost host() {
        return host;
    }

    /// Returns the store beneath the present life, to look into.
    public Store store() {
        return store;
    }

    /// Returns how many durable writes this life has begun.
    public long writes() {
        return faulty.commits();
    }

    /// Returns whether a life is going on.
    public boolean isAlive() {
        return engine != null;
    }

    /// Lets a client of the engine do something, and the engine with it; returns its answer.
    public <T extends @Nullable Object, X extends Exception> T call(Client<T, X> client) throws X {
        Engine present = engine();
        return host.call(() -> client.call(present));
    }

    /// Lets a client of the engine do something for its effect.
    public <X extends Exception> void tell(Order<X> order) throws X {
        Engine present = engine();
        host.call(() -> order.give(present));
    }

    /// Lets everything happen that is due now.
    public void settle() {
        host.runFor(Duration.ZERO);
    }

    /// Lets time pass, and everything happen that falls due in it.
    public void pass(Duration time) {
        host.runFor(time);
    }

    /// Lets time pass until a condition holds or the process has died; fails if neither can be.
    public void until(BooleanSupplier condition) {
        host.runUntil(() -> engine == null || condition.getAsBoolean());
    }

    /// Kills the process at this moment: nothing is closed, only what is durable stays. To be
    /// called from the test, or from a fault of the store.
    public void crash() {
        engine = null;
        host.crash();
    }

    /// Kills the process and begins the next life.
    public void restart() {
        crash();
        open();
    }

    /// Ends the life in order; fails if a task of the engine itself failed in any life.
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

    private void watch(Happening happening) {
        // A store that fails takes tasks along, which is what such a test is about.
        boolean meant = !faults.equals(Faults.NONE);
        if (happening instanceof Happening.TaskFailed failure && !meant) failed.add(failure);
    }

    /// What is asked of an engine.
    public interface Client<T extends @Nullable Object, X extends Exception> {
        T call(Engine engine) throws X;
    }

    /// What an engine is told.
    public interface Order<X extends Exception> {
        void give(Engine engine) throws X;
    }
}

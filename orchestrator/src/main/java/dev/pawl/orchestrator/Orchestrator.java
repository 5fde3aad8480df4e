package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Explaining;
import dev.pawl.engine.Feed;
import dev.pawl.engine.Happening;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.order.Dependencies;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs providers side by side under permits, each when those that it depends on have completed.
///
/// ```java
/// Orchestrator orchestrator = Orchestrator.of(List.of(cwe, capec), options -> {});
/// Engine engine = Engine.open(store, orchestrator::register);
/// orchestrator.begin(engine);
/// engine.start(orchestrator.order(Order.start("cwe", "capec")));
/// ```
///
/// There is one orchestration in a store. Everything that it knows is there, so that it goes on
/// after a crash, on this process or another.
public final class Orchestrator implements AutoCloseable {
    private static final int LOOK = 100;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final Workshop shop;
    private final Machine<MacroMachine.MacroRequest, MacroMachine.MacroEnd> macro;
    private final Machine<ProviderRequest, ProviderEnd> provider;
    private final Machine<Conductor.ConductorRequest, Conductor.ConductorEnd> conductor;
    private final Machine<Order, Order.Result> order;

    private Orchestrator(List<Provider<?, ?>> providers, OrchestratorOptions options) {
        Map<String, ProviderConfig> configs = new LinkedHashMap<>();
        Map<String, List<String>> edges = new LinkedHashMap<>();
        for (Provider<?, ?> each : providers) {
            if (configs.put(each.id(), each.config()) != null) {
                throw new IllegalArgumentException(
                        "two providers are called '%s'".formatted(each.id()));
            }
            edges.put(each.id(), each.config().dependencies());
        }
        shop = new Workshop(configs, Dependencies.of(edges), options);
        Map<String, Work<?, ?>> works = new LinkedHashMap<>();
        for (Provider<?, ?> each : providers) works.put(each.id(), new Work<>(each, shop));
        provider = new ProviderMachine(works).machine();
        macro = new MacroMachine(shop).machine();
        conductor = new Conductor(shop).machine();
        order = new OrderMachine(shop, provider, new Revival(works)).machine();
    }

    /// Makes an orchestration of these providers; refuses ids that are unknown or taken, and
    /// dependencies that go round in a circle, naming it.
    public static Orchestrator of(
            List<Provider<?, ?>> providers, Consumer<OrchestratorOptions> options) {
        OrchestratorOptions chosen = new OrchestratorOptions();
        options.accept(chosen);
        return new Orchestrator(providers, chosen);
    }

    /// Registers machines, tables and the pool with an engine that is about to open.
    public void register(EngineOptions options) {
        options.tables(Schema.TABLES);
        machines().forEach(options::machines);
        options.pool(new PoolSettings(Workshop.POOL, shop.options().permits()));
        options.observer(this::heard);
        options.opening(shop.link()::tell);
        options.explaining(explaining());
    }

    /// Returns what tells why a provider's run does not move, of whatever providers the store has:
    /// for those who ask where no engine is open.
    public static Explaining explaining() {
        return new Explanation();
    }

    /// Returns all machines: those of the two lifecycles first.
    public List<Machine<?, ?>> machines() {
        return List.of(macro, provider, conductor, order);
    }

    /// Begins, or goes on: what was at work when the last process ended takes its work up again.
    public void begin(Engine engine) {
        for (String id : shop.providers().keySet()) {
            if (shop.last(id).isEmpty()) engine.start(starting(id));
        }
        beginMacro(engine);
        engine.start(conductor.start(new Conductor.ConductorRequest(Workshop.ID)).key(Workshop.ID));
    }

    /// A whole that was cut off while it drained does that first; this one comes after it.
    RunId beginMacro(Engine engine) {
        Start<MacroMachine.MacroRequest> start =
                macro.start(new MacroMachine.MacroRequest(Workshop.ID)).key(Workshop.ID);
        return engine.start(
                shop.macro()
                        .filter(run -> run.state().equals(MacroState.DRAINING.name()))
                        .map(run ->
                                start.unique(Uniqueness.QUEUE_BEHIND)
                                        .idempotency("after " + run.id()))
                        .orElse(start));
    }

    private Start<ProviderRequest> starting(String id) {
        return OrderMachine.starting(provider, id);
    }

    /// Returns the start of a run that carries out an order; it ends as aborted, with what would be
    /// legal, if the order is refused.
    public Start<Order> order(Order wanted) {
        return order.start(wanted);
    }

    /// Returns the machine that carries out orders.
    public Machine<Order, Order.Result> orders() {
        return order;
    }

    /// Returns the ids of all providers, in the order in which they start.
    public List<String> startOrder() {
        return shop.dependencies().startOrder();
    }

    /// Returns what is known about everything, as of now.
    public Board board(Engine engine) {
        return board(engine::query, filter -> engine.runs(filter, Page.newest(LOOK)));
    }

    /// Waits until nothing will happen by itself any more; returns whether that came in time.
    public boolean await(Engine engine, Duration atMost) throws InterruptedException {
        Board board = board(engine);
        Instant until = shop.host().now().plus(atMost);
        try (Feed feed = engine.feed(0)) {
            while (!board.isSettled()) {
                Instant now = shop.host().now();
                if (!now.isBefore(until)) return false;
                var _ = feed.next(now.plus(LOOK_AGAIN));
            }
        }
        return true;
    }

    /// Returns what is known about everything in a store that somebody else may be changing.
    public Board board(Asking asking, Function<Filter, List<Run>> runs) {
        return new Board(asking, runs, shop.dependencies().startOrder());
    }

    /// Lets go of sources that were being read when the engine closed; to be called after that.
    @Override
    public void close() {
        shop.sessions().closeAll();
    }

    /// A run that leaves RUNNING while no body of it executes leaves its session behind.
    private void heard(Happening happening) {
        if (!(happening instanceof Happening.RunChanged(_, var after, _))) return;
        boolean left =
                after.machine().equals(ProviderMachine.NAME)
                        && !after.state().equals(ProviderState.RUNNING.name());
        if (left || after.status().isEnd()) shop.sessions().abandon(after.id());
    }
}

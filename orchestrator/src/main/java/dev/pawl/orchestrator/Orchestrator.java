package dev.pawl.orchestrator;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.orchestrator.conductor.Conductor;
import dev.pawl.orchestrator.conductor.MacroMachine;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.execution.ProviderMachine;
import dev.pawl.orchestrator.execution.ProviderStep;
import dev.pawl.orchestrator.execution.SourceSessions;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderRequest;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.order.Dependencies;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.OrchestratorSchema;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs providers of data concurrently under permits, each after its dependencies have completed.
///
/// ```java
/// Orchestrator orchestrator = Orchestrator.of(List.of(cwe, capec), options -> {});
/// Engine engine = Engine.open(store, orchestrator::register);
/// orchestrator.start(engine);
/// engine.start(orchestrator.order(Order.start("cwe", "capec").by("me")));
/// ```
///
/// A store contains one orchestration. All of its state is in the store, so it resumes after a
/// crash, in this process or another one.
public final class Orchestrator implements AutoCloseable {
    private static final int VIEW_RUNS_MAX = 100;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final OrchestratorContext context;
    private final SourceSessions sessions;
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
                        "expected one provider with id '%s', found two".formatted(each.id()));
            }
            edges.put(each.id(), each.config().dependencies());
        }
        context = new OrchestratorContext(configs, Dependencies.of(edges), options.settings());
        sessions = new SourceSessions(context.host());
        Map<String, ProviderStep<?, ?>> steps = new LinkedHashMap<>();
        for (Provider<?, ?> each : providers) {
            steps.put(each.id(), new ProviderStep<>(each, context, sessions));
        }
        provider = new ProviderMachine(steps).machine();
        macro = new MacroMachine(context).machine();
        conductor = new Conductor(context).machine();
        order = new OrderMachine(context, provider, new QuarantineReplay(steps)).machine();
    }

    /// Creates an orchestration of these providers. Throws if an id occurs twice, a dependency is
    /// not among the providers, or dependencies form a cycle.
    public static Orchestrator of(
            List<Provider<?, ?>> providers, Consumer<OrchestratorOptions> options) {
        OrchestratorOptions chosen = new OrchestratorOptions();
        options.accept(chosen);
        return new Orchestrator(providers, chosen);
    }

    /// Registers machines, tables and the limiter with an engine that is about to open.
    public void register(EngineOptions options) {
        options.tables(OrchestratorSchema.TABLES);
        machines().forEach(options::machines);
        options.observer(this::closeLeftSession);
        options.opening(context.link()::set);
        options.explaining(causes());
        context.limiter().register(options);
    }

    /// Returns the provider of causes for the engine's `why`. It reads the store alone, so it also
    /// works without an engine.
    public static CauseProvider causes() {
        return new ProviderCauses();
    }

    /// Returns all machines, those of the two lifecycles first.
    public List<Machine<?, ?>> machines() {
        return List.of(macro, provider, conductor, order);
    }

    /// Starts the orchestration, or resumes it: providers continue where the previous process
    /// ended.
    public void start(Engine engine) {
        for (String id : context.providers().keySet()) {
            if (context.lastRun(id).isEmpty()) engine.start(starting(id));
        }
        startMacro(engine);
        engine.start(
                conductor
                        .start(new Conductor.ConductorRequest(OrchestratorContext.ID))
                        .key(OrchestratorContext.ID));
    }

    /// Starts or resumes the orchestration after the orders that the previous process left have
    /// ended, for each of which it waits for at most `atMost`. One of them may drain the
    /// orchestration, and what starts before that would wait for permits forever.
    public void resume(Engine engine, Duration atMost) throws InterruptedException {
        Filter orders = Filter.ALL.machine(order.name()).live();
        for (Run left : engine.runs(orders, Page.oldest(Page.LIMIT_MAX))) {
            var _ = engine.awaitEnd(left.id(), atMost);
        }
        start(engine);
    }

    /// If the previous process ended while draining, that run finishes first and this one follows.
    RunId startMacro(Engine engine) {
        Start<MacroMachine.MacroRequest> start =
                macro.start(new MacroMachine.MacroRequest(OrchestratorContext.ID))
                        .key(OrchestratorContext.ID);
        return engine.start(
                context.macro()
                        .filter(run -> run.state().equals(MacroState.DRAINING.name()))
                        .map(run ->
                                start.unique(Uniqueness.QUEUE_BEHIND)
                                        .idempotency("after " + run.id()))
                        .orElse(start));
    }

    private Start<ProviderRequest> starting(String id) {
        return OrderMachine.starting(provider, id);
    }

    /// Returns the start of a run that carries out an order. If the order is refused, the run ends
    /// as aborted, and its failure lists the orders that would be accepted.
    public Start<Order> order(Order request) {
        return order.start(request);
    }

    /// Returns the machine that carries out orders.
    public Machine<Order, Order.Result> orders() {
        return order;
    }

    /// Returns a view of the orchestration in an engine's store.
    public OrchestrationView view(Engine engine) {
        return view(engine::query, filter -> engine.runs(filter, Page.newest(VIEW_RUNS_MAX)));
    }

    /// Waits until nothing more happens until a user acts; returns false after `atMost`.
    public boolean await(Engine engine, Duration atMost) throws InterruptedException {
        OrchestrationView view = view(engine);
        Instant until = context.host().now().plus(atMost);
        try (Subscription feed = engine.feed(0)) {
            while (!view.isSettled()) {
                Instant now = context.host().now();
                if (!now.isBefore(until)) return false;
                var _ = feed.next(now.plus(POLL_INTERVAL));
            }
        }
        return true;
    }

    /// Returns a view of the orchestration in a store, which another process may be changing.
    public OrchestrationView view(TableQuery tables, Function<Filter, List<Run>> runs) {
        return new OrchestrationView(tables, runs, context.dependencies().startOrder());
    }

    /// Closes the sources that were open when the engine closed; call it after closing the engine.
    @Override
    public void close() {
        sessions.closeAll();
    }

    /// A run that leaves RUNNING while no body of it executes leaves its session behind.
    private void closeLeftSession(EngineEvent event) {
        if (!(event instanceof EngineEvent.RunChanged(_, var after, _))) return;
        boolean left =
                after.machine().equals(ProviderState.MACHINE)
                        && !after.state().equals(ProviderState.RUNNING.name());
        if (left || after.status().isEnd()) sessions.abandon(after.id());
    }
}

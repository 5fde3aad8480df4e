package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.budget.BudgetStatus;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// An orchestration in virtual time over a file, which can crash and restart.
final class SimOrchestration implements AutoCloseable {
    private final SimHost host;
    private final SimEngine sim;
    private final Consumer<OrchestratorOptions> options;
    private final List<Provider<?, ?>> providers;
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private Orchestrator orchestrator;

    private SimOrchestration(
            Path directory,
            long seed,
            Consumer<OrchestratorOptions> options,
            List<Provider<?, ?>> providers) {
        this.host = new SimHost(seed);
        this.options = options;
        this.providers = providers;
        this.orchestrator = fresh();
        this.sim = new SimEngine(host, new Files(directory), this::register);
    }

    /// Starts an orchestration.
    static SimOrchestration of(Path directory, Numbers... numbers) {
        return of(directory, options -> {}, numbers);
    }

    static SimOrchestration of(
            Path directory, Consumer<OrchestratorOptions> options, Numbers... numbers) {
        SimOrchestration orchestration = stopped(directory, options, numbers);
        orchestration.open();
        return orchestration;
    }

    /// Creates an orchestration that has not started.
    static SimOrchestration stopped(
            Path directory, Consumer<OrchestratorOptions> options, Numbers... numbers) {
        List<Provider<?, ?>> all = new ArrayList<>();
        for (Numbers each : numbers) all.add(each.provider());
        return new SimOrchestration(directory, 0, options, all);
    }

    /// Each process creates its own, so nothing is remembered in memory.
    private Orchestrator fresh() {
        return Orchestrator.of(
                providers,
                chosen -> {
                    chosen.host(host);
                    options.accept(chosen);
                });
    }

    private void register(EngineOptions chosen) {
        orchestrator = fresh();
        orchestrator.register(chosen);
        chosen.tables(Numbers.TABLES).listener(this::onEvent);
    }

    void open() {
        sim.open();
        // A process that crashed may have committed changes that no listener saw.
        sim.engine().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).forEach(this::see);
        sim.perform((Engine engine) -> orchestrator.start(engine));
        sim.settle();
    }

    SimEngine sim() {
        return sim;
    }

    Orchestrator orchestrator() {
        return orchestrator;
    }

    OrchestrationView view() {
        return orchestrator.view(sim.engine());
    }

    /// Gives an order, and returns how it ended.
    Run order(Order order) throws InterruptedException {
        RunId id = sim.call((Engine engine) -> engine.start(orchestrator.order(order)));
        return sim.call(
                (Engine engine) -> engine.awaitEnd(id, Duration.ofMinutes(1)).orElseThrow());
    }

    void start(String... ids) throws InterruptedException {
        order(Order.start(ids).by("tester"));
    }

    /// Gives an order that must be refused, and returns the reason.
    String refused(Order order) throws InterruptedException {
        Run run = order(order);
        if (run.status() != RunStatus.ABORTED) throw new AssertionError("carried out: " + order);
        return String.valueOf(run.condition().ending());
    }

    void give(Order.Verb verb, String... ids) throws InterruptedException {
        Run run = order(Order.of(verb, List.of(ids)).by("tester").reason("because"));
        if (run.status() != RunStatus.COMPLETED) {
            throw new AssertionError("refused: " + run.condition().ending());
        }
    }

    List<ProviderEvent.Type> eventTypes(String id) {
        return events().stream()
                .filter(each -> each.provider().equals(id))
                .map(ProviderEvent::type)
                .filter(type -> type != ProviderEvent.Type.CHECKPOINT)
                .toList();
    }

    /// Returns the last run of a provider.
    RunId last(String id) {
        Filter filter = Filter.ALL.machine(ProviderState.MACHINE).key(id);
        return sim.engine().runs(filter, Page.newest(1)).getFirst().id();
    }

    /// Grants a permit to a provider, as the broker would.
    void grant(String id) {
        sim.store().commit(Commit.NONE.writing(List.of(PermitRow.none(id).granted(1)::write)));
    }

    /// Returns the permits of all providers.
    List<PermitRow> permits() {
        return PermitRow.all(sim.engine()::query);
    }

    ProviderState state(String id) {
        return stats(id).state();
    }

    ProviderStats stats(String id) {
        return view().providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /// Lets time pass until a provider, or the macro lifecycle, is in a state.
    void until(String id, Enum<?> state) {
        sim.until(() -> isIn(id, state));
    }

    boolean isIn(String id, Enum<?> state) {
        return state.name().equals(seen.get(id));
    }

    /// Lets the conductor read the log and publish events.
    void settle() {
        sim.pass(Duration.ofMillis(100));
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.RunChanged(_, var run, _)) see(run);
    }

    private void see(Run run) {
        boolean provider = run.machine().equals(ProviderState.MACHINE);
        if (!provider && !run.machine().equals(MacroState.MACHINE)) return;
        boolean ended = provider && run.status().isEnd();
        seen.put(run.key(), ended ? ProviderState.TERMINATED.name() : run.state());
    }

    /// Returns the only budget of requests.
    BudgetStatus budget() {
        return Limiter.statuses(sim.store(), host.now()).getFirst();
    }

    List<ProviderEvent> events() {
        return view().events(0, 10_000);
    }

    List<Long> numbers(String id) {
        return sim.engine()
                .query(
                        "select n from numbers where provider = ? order by n",
                        row -> row.number(1),
                        id);
    }

    /// Kills the process and starts the next one.
    void restart() {
        sim.crash();
        open();
    }

    /// Kills the process; the next one lets the orders that are left end before it starts.
    void resume() throws InterruptedException {
        sim.crash();
        sim.open();
        sim.perform((Engine engine) -> orchestrator.resume(engine, Duration.ofMinutes(1)));
        sim.settle();
    }

    @Override
    public void close() {
        end();
    }

    /// Closes the engine gracefully.
    void end() {
        sim.close();
        host.call(orchestrator::close);
    }

    /// Stores in files below a directory.
    private static final class Files implements StoreFactory {
        private final Path directory;

        Files(Path directory) {
            this.directory = directory;
        }

        @Override
        public Store open() {
            return SqliteStore.open(directory.resolve("store"));
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return open();
        }
    }
}

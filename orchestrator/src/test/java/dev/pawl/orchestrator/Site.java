package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// An orchestration in virtual time, over a file, which can die and live again.
final class Site implements AutoCloseable {
    private final SimHost host;
    private final SimEngine sim;
    private final Consumer<OrchestratorOptions> options;
    private final List<Provider<?, ?>> providers;
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private Orchestrator orchestrator;

    private Site(
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

    /// Begins an orchestration of these.
    static Site of(Path directory, Numbers... numbers) {
        return of(directory, options -> {}, numbers);
    }

    static Site of(Path directory, Consumer<OrchestratorOptions> options, Numbers... numbers) {
        Site site = asleep(directory, options, numbers);
        site.begin();
        return site;
    }

    /// Makes an orchestration that has not begun.
    static Site asleep(Path directory, Consumer<OrchestratorOptions> options, Numbers... numbers) {
        List<Provider<?, ?>> all = new ArrayList<>();
        for (Numbers each : numbers) all.add(each.provider());
        return new Site(directory, 0, options, all);
    }

    /// A new life of the process remembers nothing.
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
        chosen.tables(Numbers.TABLES).listener(this::heard);
    }

    void begin() {
        sim.open();
        // A process that died may have written what it told nobody.
        sim.engine().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).forEach(this::see);
        sim.tell((Engine engine) -> orchestrator.begin(engine));
        sim.settle();
    }

    SimEngine sim() {
        return sim;
    }

    Orchestrator orchestrator() {
        return orchestrator;
    }

    Board board() {
        return orchestrator.board(sim.engine());
    }

    /// Gives an order, and returns how it ended.
    Run order(Order order) throws InterruptedException {
        RunId id = sim.call((Engine engine) -> engine.start(orchestrator.order(order)));
        return sim.call(
                (Engine engine) -> engine.awaitEnd(id, Duration.ofMinutes(1)).orElseThrow());
    }

    void start(String... ids) throws InterruptedException {
        order(Order.start(false, "tester", List.of(ids)));
    }

    /// Gives an order that must be refused, and returns why.
    String refused(Order order) throws InterruptedException {
        Run run = order(order);
        if (run.status() != RunStatus.ABORTED) throw new AssertionError("carried out: " + order);
        return String.valueOf(run.condition().ending());
    }

    void tell(Order.Verb verb, String... ids) throws InterruptedException {
        Run run = order(Order.of(verb, "tester", "because", ids));
        if (run.status() != RunStatus.COMPLETED) {
            throw new AssertionError("refused: " + run.condition().ending());
        }
    }

    List<Event.Type> told(String id) {
        return events().stream()
                .filter(each -> each.provider().equals(id))
                .map(Event::type)
                .filter(type -> type != Event.Type.CHECKPOINT)
                .toList();
    }

    /// Returns the last run of a provider.
    RunId last(String id) {
        Filter filter = Filter.ALL.machine(ProviderMachine.NAME).key(id);
        return sim.engine().runs(filter, Page.newest(1)).getFirst().id();
    }

    /// Takes a permit for a provider, as the broker would.
    void grant(String id) throws InterruptedException {
        Quota quota = new Quota(sim.engine().pools(), Workshop.POOL, id);
        sim.call((Engine _) -> quota.take(1, 0, host.now()));
    }

    ProviderState state(String id) {
        return stats(id).state();
    }

    ProviderStats stats(String id) {
        return board().providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /// Lets time pass until a provider, or the whole, is in a state.
    void until(String id, Enum<?> state) {
        sim.until(() -> isIn(id, state));
    }

    boolean isIn(String id, Enum<?> state) {
        return state.name().equals(seen.get(id));
    }

    /// Lets the conductor hear and write down what has happened.
    void calm() {
        sim.pass(Duration.ofMillis(100));
    }

    private void heard(Happening happening) {
        if (happening instanceof Happening.RunChanged(_, var run, _)) see(run);
    }

    private void see(Run run) {
        boolean provider = run.machine().equals(ProviderMachine.NAME);
        if (!provider && !run.machine().equals(MacroMachine.NAME)) return;
        boolean ended = provider && run.status().isEnd();
        seen.put(run.key(), ended ? ProviderState.TERMINATED.name() : run.state());
    }

    List<Event> events() {
        return board().events(0, 10_000);
    }

    List<Long> numbers(String id) {
        return sim.engine()
                .query(
                        "select n from numbers where provider = ? order by n",
                        row -> row.number(1),
                        id);
    }

    /// Kills the process and begins the next life.
    void restart() {
        sim.crash();
        begin();
    }

    @Override
    public void close() {
        end();
    }

    /// Ends this life in order.
    void end() {
        sim.close();
        host.call(orchestrator::close);
    }

    /// Stores in files below a directory.
    private static final class Files implements Stores {
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

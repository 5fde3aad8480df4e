package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The system in virtual time, on SQLite, in a process that can crash and restart.
final class SimulatedFeeds implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofHours(1);

    private final SimHost host = new SimHost(0);
    private final SimEngine sim;
    private final Consumer<FeedsOptions> options;
    private Feeds feeds;

    /// The providers that have ended, from engine events: reading the view is expensive.
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    /// Creates a process that has not started.
    SimulatedFeeds(Path home, Consumer<FeedsOptions> options) {
        this.options = options;
        this.feeds = fresh();
        this.sim = new SimEngine(host, new Files(home), this::register);
    }

    /// Returns a system without any state of the previous process.
    private Feeds fresh() {
        return Feeds.of(chosen -> {
            chosen.orchestration(each -> each.host(host));
            options.accept(chosen);
        });
    }

    private void register(EngineOptions chosen) {
        feeds = fresh();
        feeds.register(chosen);
        chosen.listener(event -> {
            if (event instanceof EngineEvent.RunChanged(_, var run, _)) track(run);
        });
    }

    private void track(Run run) {
        if (!run.machine().equals("provider")) return;
        if (run.status().isEnd()) ended.add(run.key());
        else ended.remove(run.key());
    }

    void start() {
        sim.open();
        // The previous process may have committed changes without an event.
        sim.engine().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).forEach(this::track);
        sim.perform((Engine engine) -> feeds.start(engine));
        sim.settle();
    }

    SimEngine sim() {
        return sim;
    }

    SimHost host() {
        return host;
    }

    OrchestrationView view() {
        return feeds.orchestrator().view(sim.engine());
    }

    ItemQueries items() {
        return Feeds.items(sim.engine()::query);
    }

    ProviderStats stats(String id) {
        return view().providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /// Sends an order once: its name makes a second call idempotent.
    RunId order(String name, Order order) throws InterruptedException {
        var start = feeds.orchestrator().order(order).idempotency(name);
        return sim.call((Engine engine) -> engine.start(start));
    }

    /// Sends an order that must succeed, and waits for it.
    void orderAndWait(String name, Order order) throws InterruptedException {
        RunId id = order(name, order);
        Run run = sim.call((Engine engine) -> engine.awaitEnd(id, WITHIN).orElseThrow());
        if (run.status() != RunStatus.COMPLETED) {
            throw new AssertionError("refused: " + run.condition().ending());
        }
    }

    /// Lets time pass until all providers have ended this cycle, or the process has crashed.
    void untilOver(long cycle, List<String> ids) {
        boolean over = host.runUntil(() -> !sim.isAlive() || isOver(cycle, ids), WITHIN);
        if (!over)
            throw new AssertionError("expected all providers to end, found " + view().providers());
    }

    private boolean isOver(long cycle, List<String> ids) {
        return ended.containsAll(ids)
                && view().providers().stream()
                        .filter(each -> ids.contains(each.row().id()))
                        .allMatch(each -> each.row().cycle() == cycle && hasEnded(each));
    }

    private static boolean hasEnded(ProviderStats each) {
        return each.row().cause() != null && !each.row().isWanted();
    }

    @Override
    public void close() {
        sim.close();
        host.call(feeds::close);
    }

    private record Files(Path home) implements StoreFactory {
        @Override
        public Store open() {
            return SqliteStore.open(home);
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return open();
        }
    }
}

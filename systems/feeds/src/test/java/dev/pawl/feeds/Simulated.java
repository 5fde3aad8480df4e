package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The system in virtual time, over a file, which can die and live again.
final class Simulated implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofHours(1);

    private final SimHost host = new SimHost(0);
    private final SimEngine sim;
    private final Consumer<FeedsOptions> options;
    private Feeds feeds;

    /// The providers that have ended, as far as was heard: to ask the board costs much.
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    /// Makes a process that has not begun.
    Simulated(Path home, Consumer<FeedsOptions> options) {
        this.options = options;
        this.feeds = fresh();
        this.sim = new SimEngine(host, new Files(home), this::register);
    }

    /// A new life of the process remembers nothing.
    private Feeds fresh() {
        return Feeds.of(chosen -> {
            chosen.orchestration(each -> each.host(host));
            options.accept(chosen);
        });
    }

    private void register(EngineOptions chosen) {
        feeds = fresh();
        feeds.register(chosen);
        chosen.listener(happening -> {
            if (happening instanceof Happening.RunChanged(_, var run, _)) see(run);
        });
    }

    private void see(Run run) {
        if (!run.machine().equals("provider")) return;
        if (run.status().isEnd()) ended.add(run.key());
        else ended.remove(run.key());
    }

    void begin() {
        sim.open();
        // A process that died may have written what it told nobody.
        sim.engine().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)).forEach(this::see);
        sim.tell((Engine engine) -> feeds.begin(engine));
        sim.settle();
    }

    SimEngine sim() {
        return sim;
    }

    SimHost host() {
        return host;
    }

    Board board() {
        return feeds.orchestrator().board(sim.engine());
    }

    Knowledge base() {
        return Feeds.base(sim.engine()::query);
    }

    ProviderStats stats(String id) {
        return board().providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /// Gives an order, once: the second time it is known by its name.
    RunId order(String name, Order order) throws InterruptedException {
        var start = feeds.orchestrator().order(order).idempotency(name);
        return sim.call((Engine engine) -> engine.start(start));
    }

    /// Gives an order that must be carried out, and waits until it is.
    void obey(String name, Order order) throws InterruptedException {
        RunId id = order(name, order);
        Run run = sim.call((Engine engine) -> engine.awaitEnd(id, WITHIN).orElseThrow());
        if (run.status() != RunStatus.COMPLETED) {
            throw new AssertionError("refused: " + run.condition().ending());
        }
    }

    /// Lets time pass until all providers have ended this cycle, or the process has died.
    void untilOver(long cycle, List<String> ids) {
        boolean over = host.runUntil(() -> !sim.isAlive() || isOver(cycle, ids), WITHIN);
        if (!over) throw new AssertionError("expected an end, found " + board().providers());
    }

    private boolean isOver(long cycle, List<String> ids) {
        return ended.containsAll(ids)
                && board().providers().stream()
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

    private record Files(Path home) implements Stores {
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

package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.function.Consumer;

/// The system in an engine, for tests that load documents and check the result.
final class FeedsEngine implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Feeds feeds;
    private final Engine engine;

    private FeedsEngine(Feeds feeds, Engine engine) {
        this.feeds = feeds;
        this.engine = engine;
    }

    static FeedsEngine open(Store store, Consumer<FeedsOptions> options) {
        Feeds feeds = Feeds.of(options);
        Engine engine = Engine.open(store, feeds::register);
        feeds.start(engine);
        return new FeedsEngine(feeds, engine);
    }

    Engine engine() {
        return engine;
    }

    ItemQueries items() {
        return Feeds.items(engine::query);
    }

    OrchestrationView view() {
        return feeds.orchestrator().view(engine);
    }

    ProviderStats stats(String source) {
        return view().providers().stream()
                .filter(each -> each.row().id().equals(source))
                .findFirst()
                .orElseThrow();
    }

    /// Loads sources, and returns when they and their dependencies have ended, in whatever state.
    void load(boolean full, String... sources) throws InterruptedException {
        Run run = order(Order.start(sources).full(full).by("tester"));
        if (run.status() != RunStatus.COMPLETED) throw new AssertionError(run.condition());
        if (!feeds.orchestrator().await(engine, TIMEOUT)) {
            throw new AssertionError(view().providers());
        }
    }

    /// Sends an order, and returns its run when it has ended.
    Run order(Order order) throws InterruptedException {
        RunId id = engine.start(feeds.orchestrator().order(order));
        return engine.awaitEnd(id, TIMEOUT).orElseThrow();
    }

    @Override
    public void close() {
        engine.close();
        feeds.close();
    }
}

package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The system in an engine, for tests that load something and look at what came of it.
final class Loading implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Feeds feeds;
    private final Engine engine;

    private Loading(Feeds feeds, Engine engine) {
        this.feeds = feeds;
        this.engine = engine;
    }

    static Loading open(Store store, Consumer<FeedsOptions> options) {
        Feeds feeds = Feeds.of(options);
        Engine engine = Engine.open(store, feeds::register);
        feeds.begin(engine);
        return new Loading(feeds, engine);
    }

    Engine engine() {
        return engine;
    }

    Knowledge base() {
        return Feeds.base(engine::query);
    }

    Board board() {
        return feeds.orchestrator().board(engine);
    }

    ProviderStats stats(String source) {
        return board().providers().stream()
                .filter(each -> each.row().id().equals(source))
                .findFirst()
                .orElseThrow();
    }

    /// Loads sources, and returns when they and what they need are done, however that ended.
    void load(boolean full, String... sources) throws InterruptedException {
        Run run = order(Order.start(full, "tester", List.of(sources)));
        if (run.status() != RunStatus.COMPLETED) throw new AssertionError(run.condition());
        if (!feeds.orchestrator().await(engine, PATIENCE)) {
            throw new AssertionError(board().providers());
        }
    }

    /// Gives an order, and returns how it ended.
    Run order(Order order) throws InterruptedException {
        RunId id = engine.start(feeds.orchestrator().order(order));
        return engine.awaitEnd(id, PATIENCE).orElseThrow();
    }

    @Override
    public void close() {
        engine.close();
        feeds.close();
    }
}

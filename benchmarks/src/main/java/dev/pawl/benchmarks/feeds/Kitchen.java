package dev.pawl.benchmarks.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The system in an engine over a file.
final class Kitchen implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Feeds feeds;
    private final Engine engine;

    private Kitchen(Feeds feeds, Engine engine) {
        this.feeds = feeds;
        this.engine = engine;
    }

    static Kitchen open(Path home, Path documents) {
        Feeds feeds = Feeds.of(options -> options.from(documents));
        Kitchen kitchen = new Kitchen(feeds, Engine.open(SqliteStore.open(home), feeds::register));
        feeds.begin(kitchen.engine);
        return kitchen;
    }

    /// Loads all sources, and returns how many seconds that took.
    double load() throws InterruptedException {
        long begin = System.nanoTime();
        var order = feeds.orchestrator().order(Order.start(false, "bench", List.of()));
        engine.awaitEnd(engine.start(order), PATIENCE);
        if (!feeds.orchestrator().await(engine, PATIENCE)) {
            throw new IllegalStateException("it takes longer than " + PATIENCE);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        for (ProviderStats each : feeds.orchestrator().board(engine).providers()) {
            if ("COMPLETED".equals(each.row().cause())) continue;
            throw new IllegalStateException("%s: %s".formatted(each.row().id(), each));
        }
        return seconds;
    }

    Knowledge base() {
        return Feeds.base(engine::query);
    }

    Engine engine() {
        return engine;
    }

    long items() {
        return engine.query("select count(*) from feed_items", row -> row.number(1)).getFirst();
    }

    @Override
    public void close() {
        engine.close();
        feeds.close();
    }
}

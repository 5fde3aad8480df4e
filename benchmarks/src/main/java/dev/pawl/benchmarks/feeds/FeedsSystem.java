package dev.pawl.benchmarks.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;

/// The feeds system in an engine with a file.
final class FeedsSystem implements AutoCloseable {
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    private final Feeds feeds;
    private final Engine engine;

    private FeedsSystem(Feeds feeds, Engine engine) {
        this.feeds = feeds;
        this.engine = engine;
    }

    static FeedsSystem open(Path home, Path documents) {
        Feeds feeds = Feeds.of(options -> options.from(documents));
        FeedsSystem kitchen =
                new FeedsSystem(feeds, Engine.open(SqliteStore.open(home), feeds::register));
        feeds.start(kitchen.engine);
        return kitchen;
    }

    /// Loads all sources, and returns how many seconds that took.
    double load() throws InterruptedException {
        long startedAt = System.nanoTime();
        var order = feeds.orchestrator().order(Order.start().by("bench"));
        engine.awaitEnd(engine.start(order), TIME_MAX);
        if (!feeds.orchestrator().await(engine, TIME_MAX)) {
            throw new IllegalStateException("loading takes longer than " + TIME_MAX);
        }
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        for (ProviderStats each : feeds.orchestrator().view(engine).providers()) {
            if ("COMPLETED".equals(each.row().cause())) continue;
            throw new IllegalStateException("%s: %s".formatted(each.row().id(), each));
        }
        return seconds;
    }

    ItemQueries base() {
        return Feeds.items(engine::query);
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

package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.DiamondsOptions;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunResult;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.run.RunId;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;

/// The diamonds system in an engine, without a limit of requests.
final class DiamondsSystem implements AutoCloseable {
    static final String FEED = DiamondsOptions.FEED;

    private static final Duration TIME_MAX = Duration.ofMinutes(30);

    /// One for each of two nodes, and one more that writes while the others map.
    private static final int CONSOLIDATORS = 3;

    private static final int STEP_CONNECTIONS = 8;

    private final Diamonds diamonds;
    private final Engine engine;

    private DiamondsSystem(Store store, String supplier, int consolidators) {
        ConsolidationSettings base = ConsolidationSettings.DEFAULT;
        ConsolidationSettings settings =
                new ConsolidationSettings(
                        consolidators,
                        base.batch(),
                        base.tries(),
                        base.quarantineMax(),
                        base.missingMax(),
                        base.removalMax());
        diamonds =
                Diamonds.of(options -> {
                    options.supplier(SupplierAccess.of(supplier, "bench", "bench")).rate(0);
                    options.pipeline(pipeline -> pipeline.consolidation(settings));
                });
        engine = Engine.open(store, diamonds::register);
    }

    /// Opens it on SQLite, as `pawl diamonds run` does.
    static DiamondsSystem open(Path home, String supplier) {
        return new DiamondsSystem(
                SqliteStore.open(home), supplier, ConsolidationSettings.DEFAULT.consolidators());
    }

    /// Opens one of several nodes on PostgreSQL.
    static DiamondsSystem node(String url, String supplier) {
        Store store = PostgresStore.open(url, options -> options.stepConnections(STEP_CONNECTIONS));
        return new DiamondsSystem(store, supplier, CONSOLIDATORS);
    }

    RunResult full() throws InterruptedException {
        return load(RunRequest.full(FEED));
    }

    RunResult incremental() throws InterruptedException {
        return load(RunRequest.incremental(FEED));
    }

    private RunResult load(RunRequest request) throws InterruptedException {
        return await(engine.start(diamonds.start(request)));
    }

    /// Waits for the run that an earlier process started.
    RunResult resumed() throws InterruptedException {
        Filter filter = Filter.ALL.machine(diamonds.pipeline().runs().name());
        return await(engine.runs(filter, Page.newest(1)).getFirst().id());
    }

    private RunResult await(RunId run) throws InterruptedException {
        return engine.await(diamonds.pipeline().runs(), run, TIME_MAX);
    }

    long count(String from) {
        return engine.query("select count(*) from " + from, row -> row.number(1)).getFirst();
    }

    long sum(String column, String from) {
        return engine.query(
                        "select coalesce(sum(%s), 0) from %s".formatted(column, from),
                        row -> row.number(1))
                .getFirst();
    }

    @Override
    public void close() {
        engine.close();
        diamonds.close();
    }
}

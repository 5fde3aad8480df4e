package dev.pawl.diamonds;

import dev.pawl.diamonds.canonical.StoneQueries;
import dev.pawl.diamonds.feed.DiamondFeed;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.diamonds.order.ReplayMachine;
import dev.pawl.diamonds.reprice.RepriceMachine;
import dev.pawl.diamonds.reprice.RevertMachine;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.table.DiamondSchema;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Host;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.Pipeline;
import dev.pawl.pipeline.PipelineOptions;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.run.RunRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The system: suppliers whose stock a pipeline loads into one priced, canonical table.
///
/// ```java
/// Diamonds diamonds = Diamonds.of(options -> options.supplier(access));
/// Engine engine = Engine.open(store, diamonds::register);
/// engine.start(diamonds.start(RunRequest.full("nivoda")));
/// ```
public final class Diamonds implements AutoCloseable {
    /// How often old runs and payloads are deleted.
    private static final Duration RETENTION = Duration.ofDays(1);

    private final Limiter limiter;
    private final Alerts alerts;
    private final Pipeline pipeline;
    private final List<SupplierClient> clients = new ArrayList<>();
    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final ReplayMachine replays;

    private Diamonds(DiamondsOptions options) {
        Host host = options.host();
        limiter = new Limiter(host);
        alerts = options.alerts();
        pipeline =
                Pipeline.of(chosen -> {
                    options.pipeline().accept(chosen);
                    chosen.host(host).alerts(alerts);
                    options.suppliers().values().forEach(each -> add(chosen, each, options));
                });
        replays = new ReplayMachine(feeds);
    }

    /// Creates the system. Throws if it has no supplier.
    public static Diamonds of(Consumer<DiamondsOptions> options) {
        DiamondsOptions chosen = new DiamondsOptions();
        options.accept(chosen);
        return new Diamonds(chosen);
    }

    private void add(
            PipelineOptions chosen, DiamondsOptions.Supplier supplier, DiamondsOptions options) {
        SupplierClient client =
                SupplierClient.open(supplier.access(), options.limits(), options.host()::now);
        clients.add(client);
        DiamondFeed feed = new DiamondFeed(supplier.settings(), client);
        chosen.feed(feed);
        feeds.put(feed.name(), feed);
        if (options.rate() == 0) return;
        int requests = Math.toIntExact(options.rate() * DiamondsOptions.window().toSeconds());
        chosen.budget(
                feed.name(),
                limiter.budget(
                        BudgetSettings.of(
                                "supplier/" + feed.name(), requests, DiamondsOptions.window())));
    }

    /// Registers machines, queues, tables, budgets and the daily retention with an engine that is
    /// about to open.
    public void register(EngineOptions options) {
        options.tables(DiamondSchema.TABLES);
        limiter.register(options);
        alerts.register(options);
        pipeline.register(options);
        options.schedule(pipeline.pruning(RETENTION));
        own().forEach(options::machines);
    }

    private List<Machine<?, ?>> own() {
        return List.of(
                DiamondOrderMachine.MACHINE,
                replays.machine(),
                RepriceMachine.MACHINE,
                RevertMachine.MACHINE);
    }

    /// Returns the start of a run. Throws if the feed is not registered.
    public Start<RunRequest> start(RunRequest request) {
        return pipeline.start(request);
    }

    public Pipeline pipeline() {
        return pipeline;
    }

    /// Returns the names of the feeds.
    public Set<String> feeds() {
        return Set.copyOf(feeds.keySet());
    }

    /// Returns the machine that consolidates quarantined stones again.
    public ReplayMachine replays() {
        return replays;
    }

    /// Returns all machines, that of a run first.
    public List<Machine<?, ?>> machines() {
        List<Machine<?, ?>> all = new ArrayList<>(pipeline.machines());
        all.addAll(own());
        return List.copyOf(all);
    }

    /// Returns the queries on stones, which also work on a store without an engine.
    public static StoneQueries stones(StoreQuery tables) {
        return new StoneQueries(tables);
    }

    /// Closes the connections to suppliers. Call it after the engine is closed.
    @Override
    public void close() {
        clients.forEach(SupplierClient::close);
    }
}

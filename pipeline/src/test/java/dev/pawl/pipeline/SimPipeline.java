package dev.pawl.pipeline;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.alert.AlertChannel;
import dev.pawl.pipeline.alert.AlertMessage;
import dev.pawl.pipeline.alert.AlertRoute;
import dev.pawl.pipeline.alert.AlertSettings;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.run.RunContext;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.pipeline.settings.PipelineSettings.RunSettings;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.SqliteStores;
import dev.pawl.testkit.StoreFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// A pipeline of number feeds in virtual time, which can crash and restart.
final class SimPipeline implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Operators.By TESTER = new Operators.By("tester", "because");

    private static final Duration PATIENCE = Duration.ofDays(3);

    private final SimHost host;
    private final SimEngine sim;
    private final Alerts delivery = silentAlerts();
    private final List<NumbersFeed> feeds;
    private final Consumer<PipelineOptions> options;
    private Function<Pipeline, List<Schedule>> schedules = _ -> List.of();
    private Pipeline pipeline;

    private SimPipeline(
            Instant start,
            StoreFactory stores,
            Consumer<PipelineOptions> options,
            NumbersFeed... feeds) {
        this.host = new SimHost(1, start);
        this.feeds = List.of(feeds);
        this.options = options;
        this.pipeline = pipeline();
        this.sim = new SimEngine(host, stores, this::register);
        sim.open();
    }

    static SimPipeline of(NumbersFeed... feeds) {
        return of(_ -> {}, feeds);
    }

    static SimPipeline of(Consumer<PipelineOptions> options, NumbersFeed... feeds) {
        return new SimPipeline(START, SqliteStores.of(SqliteStore::open), options, feeds);
    }

    /// Starts at another time, for queries that ask the database for the time.
    static SimPipeline at(Instant start, StoreFactory stores, NumbersFeed... feeds) {
        return new SimPipeline(start, stores, _ -> {}, feeds);
    }

    /// Pages of 10 items and batches of 20, so that small feeds have several of both.
    static Consumer<PipelineOptions> small() {
        return options ->
                options.run(
                                new RunSettings(
                                        Duration.ofMinutes(15),
                                        10,
                                        Duration.ofHours(24),
                                        Duration.ofMinutes(30)))
                        .consolidation(new ConsolidationSettings(1, 20, 3, 0.05, 0, 0.2));
    }

    /// Returns alerts that are delivered at once, and shown to no person.
    static Alerts silentAlerts() {
        return new Alerts(AlertSettings.of(AlertRoute.to(new SilentChannel("silent"))));
    }

    private Pipeline pipeline() {
        return Pipeline.of(chosen -> {
            feeds.forEach(chosen::feed);
            chosen.host(host).alerts(delivery);
            small().andThen(options).accept(chosen);
        });
    }

    private void register(EngineOptions chosen) {
        pipeline = pipeline();
        delivery.register(chosen);
        chosen.tables(NumbersFeed.TABLES);
        pipeline.register(chosen);
        schedules.apply(pipeline).forEach(chosen::schedule);
    }

    /// Adds schedules, which exist after a restart.
    void schedule(Function<Pipeline, List<Schedule>> others) {
        schedules = others;
        restart();
    }

    Pipeline get() {
        return pipeline;
    }

    SimEngine sim() {
        return sim;
    }

    Engine engine() {
        return sim.engine();
    }

    SimHost host() {
        return host;
    }

    RunId start(RunRequest request) {
        return sim.call((Engine engine) -> engine.start(pipeline.start(request)));
    }

    /// Runs a request to its end.
    Run run(RunRequest request) throws InterruptedException {
        return end(start(request));
    }

    Run end(RunId id) throws InterruptedException {
        Run run =
                sim.call((Engine engine) -> engine.awaitEnd(id, PATIENCE))
                        .orElseThrow(
                                () -> new AssertionError("not ended: " + engine().why(id).text()));
        // What follows a run, such as its mirror, ends too.
        sim.pass(Duration.ofSeconds(1));
        return run;
    }

    void send(RunId run, Object event) {
        sim.perform((Engine engine) -> engine.offer(run, event));
    }

    /// Lets time pass until a run is in a state.
    void until(RunId run, Enum<?> state) {
        boolean isThere =
                host.runUntil(() -> engine().run(run).state().equals(state.name()), PATIENCE);
        if (!isThere) {
            throw new AssertionError("never in %s: %s".formatted(state, engine().run(run)));
        }
    }

    UUID uuid(RunId run) {
        return JsonCodec.JSON.decode(engine().run(run).data().context(), RunContext.class).run();
    }

    RunRow row(RunId run) {
        return RunRow.find(engine()::query, uuid(run)).orElseThrow();
    }

    List<Run> runs(String machine) {
        return engine().runs(Filter.ALL.machine(machine), Page.oldest(1_000));
    }

    /// Returns the subjects of the alerts that were started.
    List<String> alerts() {
        return engine().runs(Filter.ALL.machine("alert"), Page.oldest(1_000)).stream()
                .map(run -> run.origin().request().text())
                .toList();
    }

    List<String> stored(String feed) {
        return NumbersFeed.stored(engine()::query, feed);
    }

    long number(String sql, Object... parameters) {
        return engine().query(sql, row -> row.number(1), parameters).getFirst();
    }

    void restart() {
        sim.crash();
        sim.open();
    }

    @Override
    public void close() {
        sim.close();
    }

    private record SilentChannel(String name) implements AlertChannel {
        @Override
        public Result deliver(AlertMessage message) {
            return new Delivered("ok");
        }
    }
}

package dev.pawl.feeds.web;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The feeds system in virtual time, with sources on a real server; it can crash and restart.
///
/// Waiting takes no real time. Requests do, and the virtual clock stands still meanwhile.
final class Site implements AutoCloseable {
    static final Duration SILENCE = Duration.ofSeconds(2);

    private final SimHost host = new SimHost(0);
    private final SimEngine sim;
    private final Path directory;
    private final PublisherUrls addresses;
    private final Consumer<FeedsOptions> options;
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private Feeds feeds;

    private Site(Path directory, PublisherUrls addresses, Consumer<FeedsOptions> options) {
        this.directory = directory;
        this.addresses = addresses;
        this.options = options;
        this.feeds = fresh();
        this.sim = new SimEngine(host, new Files(directory), this::register);
    }

    /// Starts with some sources at the URLs of a server.
    static Site of(
            Path directory, Map<String, List<String>> addresses, Consumer<FeedsOptions> options) {
        Site site = new Site(directory, PublisherUrls.of(addresses), options);
        site.open();
        return site;
    }

    /// A new process has nothing in memory.
    private Feeds fresh() {
        FetchLimits limits = WebProviders.LIMITS.silence(SILENCE);
        Map<String, String> environment = Map.of(NvdApi.KEY_VARIABLE, "k");
        return Feeds.of(chosen -> {
            chosen.online(
                    new WebProviders(
                            directory.resolve("web"), addresses, environment, limits, host::now));
            chosen.orchestration(each -> each.host(host));
            options.accept(chosen);
        });
    }

    private void register(EngineOptions chosen) {
        feeds = fresh();
        feeds.register(chosen);
        chosen.listener(this::changed);
    }

    private void changed(EngineEvent event) {
        if (!(event instanceof EngineEvent.RunChanged(_, var run, _))) return;
        boolean ended = run.status().isEnd() && run.machine().equals("provider");
        seen.put(run.key(), ended ? ProviderState.TERMINATED.name() : run.state());
    }

    private void open() {
        sim.open();
        sim.perform((Engine engine) -> feeds.start(engine));
        sim.settle();
    }

    Instant now() {
        return host.now();
    }

    void pass(Duration time) {
        sim.pass(time);
    }

    void start(boolean full, String... ids) throws InterruptedException {
        order(Order.start(ids).full(full).by("tester"));
        for (String id : ids) sim.until(() -> !"TERMINATED".equals(seen.get(id)));
    }

    void order(Order order) throws InterruptedException {
        RunId id = sim.call((Engine engine) -> engine.start(feeds.orchestrator().order(order)));
        Run run =
                sim.call((Engine engine) ->
                        engine.awaitEnd(id, Duration.ofMinutes(1)).orElseThrow());
        if (run.status() != RunStatus.COMPLETED) {
            throw new AssertionError("refused: " + run.condition().ending());
        }
    }

    /// Starts a source and lets time pass until its cycle has ended.
    ProviderStats load(String id) throws InterruptedException {
        start(false, id);
        return until(id, ProviderState.TERMINATED);
    }

    /// Lets time pass until a provider is in a state.
    ProviderStats until(String id, ProviderState state) {
        sim.until(() -> state.name().equals(seen.get(id)));
        // The conductor records the end of a run a little later.
        sim.until(() -> state != ProviderState.TERMINATED || !stats(id).row().isWanted());
        return stats(id);
    }

    /// Lets time pass until a condition holds.
    void until(BooleanSupplier condition) {
        sim.until(condition);
    }

    ProviderStats stats(String id) {
        return feeds.orchestrator().view(sim.engine()).providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    ItemQueries base() {
        return Feeds.items(sim.engine()::query);
    }

    long live(String source, String kind) {
        return base().stats().getOrDefault(source, Map.of()).getOrDefault(kind, 0L);
    }

    /// Crashes the process: nothing is closed.
    void crash() {
        seen.clear();
        sim.crash();
    }

    /// Starts the next process.
    void restart() {
        open();
    }

    @Override
    public void close() {
        sim.close();
    }

    private record Files(Path directory) implements StoreFactory {
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

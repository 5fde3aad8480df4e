package dev.pawl.feeds.web;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Store;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The system in virtual time with sources on a real server, which can die and live again.
///
/// Waiting costs nothing: only requests take real time, and time stands still meanwhile.
final class Site implements AutoCloseable {
    static final Duration SILENCE = Duration.ofSeconds(2);

    private final SimHost host = new SimHost(0);
    private final SimEngine sim;
    private final Path directory;
    private final Addresses addresses;
    private final Consumer<FeedsOptions> options;
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private Feeds feeds;

    private Site(Path directory, Addresses addresses, Consumer<FeedsOptions> options) {
        this.directory = directory;
        this.addresses = addresses;
        this.options = options;
        this.feeds = fresh();
        this.sim = new SimEngine(host, new Files(directory), this::register);
    }

    /// Begins with some sources at the addresses of a server.
    static Site of(
            Path directory, Map<String, List<String>> addresses, Consumer<FeedsOptions> options) {
        Site site = new Site(directory, Addresses.of(addresses), options);
        site.begin();
        return site;
    }

    /// A new life of the process remembers nothing.
    private Feeds fresh() {
        Manners manners = Manners.DEFAULT.clock(host::now).silence(SILENCE);
        Map<String, String> environment = Map.of(NvdApi.KEY_VARIABLE, "k");
        return Feeds.of(chosen -> {
            chosen.online(new Online(directory.resolve("web"), addresses, environment, manners));
            chosen.orchestration(each -> each.host(host));
            options.accept(chosen);
        });
    }

    private void register(EngineOptions chosen) {
        feeds = fresh();
        feeds.register(chosen);
        chosen.listener(this::heard);
    }

    private void heard(Happening happening) {
        if (!(happening instanceof Happening.RunChanged(_, var run, _))) return;
        boolean ended = run.status().isEnd() && run.machine().equals("provider");
        seen.put(run.key(), ended ? ProviderState.TERMINATED.name() : run.state());
    }

    private void begin() {
        sim.open();
        sim.tell((Engine engine) -> feeds.begin(engine));
        sim.settle();
    }

    Instant now() {
        return host.now();
    }

    void pass(Duration time) {
        sim.pass(time);
    }

    void start(boolean full, String... ids) throws InterruptedException {
        order(Order.start(full, "tester", List.of(ids)));
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
        // How a run ended is written down by the conductor, a moment later.
        sim.until(() -> state != ProviderState.TERMINATED || !stats(id).row().isWanted());
        return stats(id);
    }

    /// Lets things happen until a condition holds.
    void until(BooleanSupplier condition) {
        sim.until(condition);
    }

    ProviderStats stats(String id) {
        return feeds.orchestrator().board(sim.engine()).providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    Knowledge base() {
        return Feeds.base(sim.engine()::query);
    }

    long live(String source, String kind) {
        return base().stats().getOrDefault(source, Map.of()).getOrDefault(kind, 0L);
    }

    /// Kills the process: nothing is closed.
    void crash() {
        seen.clear();
        sim.crash();
    }

    /// Begins the next life.
    void revive() {
        begin();
    }

    @Override
    public void close() {
        sim.close();
    }

    private record Files(Path directory) implements Stores {
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

package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// An orchestration in virtual time, over a file, which can die and live again.
final class Site implements AutoCloseable {
    private final SimHost host;
    private final SimEngine sim;
    private final Orchestrator orchestrator;
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    Site(
            Path directory,
            long seed,
            Consumer<OrchestratorOptions> options,
            List<Provider<?, ?>> all) {
        host = new SimHost(seed);
        orchestrator =
                Orchestrator.of(
                        all,
                        chosen -> {
                            chosen.host(host);
                            options.accept(chosen);
                        });
        sim =
                new SimEngine(
                        host,
                        new Files(directory),
                        chosen -> {
                            orchestrator.register(chosen);
                            chosen.tables(Numbers.TABLES).listener(this::heard);
                        });
        begin();
    }

    static Site of(Path directory, Numbers... numbers) {
        List<Provider<?, ?>> all = new ArrayList<>();
        for (Numbers each : numbers) all.add(each.provider());
        return new Site(directory, 0, options -> {}, all);
    }

    void begin() {
        sim.open();
        sim.tell(orchestrator::begin);
        sim.settle();
    }

    SimEngine sim() {
        return sim;
    }

    Orchestrator orchestrator() {
        return orchestrator;
    }

    Board board() {
        return orchestrator.board(sim.engine());
    }

    /// Gives an order, and returns how it ended.
    Run order(Order order) throws InterruptedException {
        RunId id = sim.call((Engine engine) -> engine.start(orchestrator.order(order)));
        return sim.call(
                (Engine engine) -> engine.awaitEnd(id, Duration.ofMinutes(1)).orElseThrow());
    }

    void start(String... ids) throws InterruptedException {
        order(Order.start(false, "tester", List.of(ids)));
    }

    ProviderState state(String id) {
        return stats(id).state();
    }

    ProviderStats stats(String id) {
        return board().providers().stream()
                .filter(each -> each.row().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /// Lets time pass until a provider, or the whole, is in a state.
    void until(String id, Enum<?> state) {
        sim.until(() -> state.name().equals(seen.get(id)));
    }

    private void heard(Happening happening) {
        if (!(happening instanceof Happening.RunChanged(_, var run, _))) return;
        boolean ended = run.status().isEnd() && run.machine().equals(ProviderMachine.NAME);
        seen.put(run.key(), ended ? ProviderState.TERMINATED.name() : run.state());
    }

    List<Event> events() {
        return board().events(0, 10_000);
    }

    List<Long> numbers(String id) {
        return sim.engine()
                .query(
                        "select n from numbers where provider = ? order by n",
                        row -> row.number(1),
                        id);
    }

    /// Kills the process and begins the next life.
    void restart() {
        sim.crash();
        begin();
    }

    @Override
    public void close() {
        sim.close();
    }

    /// Stores in files below a directory.
    private static final class Files implements Stores {
        private final Path directory;

        Files(Path directory) {
            this.directory = directory;
        }

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

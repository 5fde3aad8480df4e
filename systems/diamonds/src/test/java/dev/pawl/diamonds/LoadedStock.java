package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.canonical.StoneStats;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.OwnTables;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunResult;
import dev.pawl.pipeline.settings.PageSettings;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The system on SQLite with a simulator as its supplier, which can be replaced by another one.
final class LoadedStock implements AutoCloseable {
    static final String FEED = DiamondsOptions.FEED;

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern ITEM =
            Pattern.compile("\\{\"id\":\"([^\"]+)\".*?\"price\":(\\d+).*");

    private final Supplier<Store> stores;
    private final List<OwnTables> tables = new ArrayList<>();
    private final Consumer<DiamondsOptions> options;
    private SupplierSimulator simulator;
    private Diamonds diamonds;
    private Engine engine;

    private LoadedStock(
            Supplier<Store> stores, Consumer<DiamondsOptions> options, SimulatorOptions supplier)
            throws IOException {
        this.stores = stores;
        this.options = options;
        this.simulator = SupplierSimulator.start(supplier);
        open();
    }

    static LoadedStock of(Path home, SimulatorOptions supplier) throws IOException {
        return on(() -> SqliteStore.open(home), supplier);
    }

    static LoadedStock on(Supplier<Store> stores, SimulatorOptions supplier) throws IOException {
        return new LoadedStock(stores, _ -> {}, supplier);
    }

    static LoadedStock of(Path home, int stones) throws IOException {
        return of(home, SimulatorOptions.of(new StockSource.Seeded(1, stones)));
    }

    static LoadedStock of(Path home, SimulatorOptions supplier, Consumer<DiamondsOptions> options)
            throws IOException {
        return new LoadedStock(() -> SqliteStore.open(home), options, supplier);
    }

    private void open() {
        diamonds =
                Diamonds.of(chosen -> {
                    chosen.supplier(SupplierAccess.of(simulator.url(), "user", "secret"));
                    // Back-off is tested by the pipeline; here it would only take time.
                    chosen.rate(0).pipeline(pipeline -> pipeline.pages(quick()));
                    options.accept(chosen);
                });
        engine =
                Engine.open(
                        stores.get(),
                        chosen -> {
                            diamonds.register(chosen);
                            tables.forEach(chosen::tables);
                        });
    }

    /// Adds tables, triggers or constraints, which exist after the next change of supplier.
    void tables(OwnTables more) {
        tables.add(more);
    }

    static PageSettings quick() {
        PageSettings base = PageSettings.DEFAULT;
        return new PageSettings(
                base.tries(),
                Duration.ofMillis(1),
                base.patience(),
                base.timeout(),
                base.splitAfter());
    }

    /// Replaces the supplier; a process that is started again would see the same.
    void resupply(SimulatorOptions supplier) throws IOException {
        engine.close();
        diamonds.close();
        simulator.close();
        simulator = SupplierSimulator.start(supplier);
        open();
    }

    RunId start(RunRequest request) {
        return engine.start(diamonds.start(request));
    }

    RunResult full() throws InterruptedException {
        return engine.await(diamonds.pipeline().runs(), start(RunRequest.full(FEED)), PATIENCE);
    }

    RunResult incremental() throws InterruptedException {
        RunId id = start(RunRequest.incremental(FEED));
        return engine.await(diamonds.pipeline().runs(), id, PATIENCE);
    }

    Run end(RunId id) throws InterruptedException {
        return engine.awaitEnd(id, PATIENCE).orElseThrow();
    }

    StoneStats stats() {
        return Diamonds.stones(engine::query).stats();
    }

    long count(String from) {
        return engine.query("select count(*) from " + from, row -> row.number(1)).getFirst();
    }

    /// Returns the live stones of the table and their prices at the supplier.
    Map<String, Long> table() {
        Map<String, Long> stones = new TreeMap<>();
        engine.query(
                        "select stone_id, supplier_price_cents from diamond_stones"
                                + " where removed_at is null",
                        row -> Map.entry(row.text(1), row.number(2)))
                .forEach(each -> stones.put(each.getKey(), each.getValue()));
        return stones;
    }

    /// Returns the stones that the supplier has, and their prices.
    Map<String, Long> stock() {
        Map<String, Long> stones = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                URI.create(simulator.stockUrl()).toURL().openStream(),
                                StandardCharsets.UTF_8))) {
            lines.lines()
                    .forEach(line -> {
                        Matcher item = ITEM.matcher(line);
                        assertThat(item.matches()).as(line).isTrue();
                        stones.put(item.group(1), Long.parseLong(item.group(2)));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return stones;
    }

    SupplierSimulator simulator() {
        return simulator;
    }

    Engine engine() {
        return engine;
    }

    Diamonds diamonds() {
        return diamonds;
    }

    @Override
    public void close() {
        engine.close();
        diamonds.close();
        simulator.close();
    }
}

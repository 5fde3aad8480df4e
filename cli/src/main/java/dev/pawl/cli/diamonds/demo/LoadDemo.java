package dev.pawl.cli.diamonds.demo;

import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.diamonds.display.LoadDisplay;
import dev.pawl.cli.diamonds.display.LoadSnapshot;
import dev.pawl.cli.diamonds.display.LoadSummary;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.canonical.StoneStats;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockMoves;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.engine.store.Store;
import dev.pawl.store.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Plays the demo: a full run that is killed and resumed, an incremental run, and another full one.
public final class LoadDemo {
    private static final int STONES = 12_000;
    private static final int MOVES = STONES / 100;
    private static final String RATE = "100";
    private static final double KILL_AT = 0.4;
    private static final Pattern PRICE = Pattern.compile("\"price\":(\\d+)");

    private final Shell shell;
    private final Path home;

    public LoadDemo(Shell shell, Path home) {
        this.shell = shell;
        this.home = home;
    }

    public DemoEnd play() throws IOException, InterruptedException {
        SimulatorOptions options = SimulatorOptions.of(new StockSource.Seeded(1, STONES));
        try (SupplierSimulator simulator = SupplierSimulator.start(options)) {
            say(
                    "A supplier with %s is at %s."
                            .formatted(
                                    HumanText.count(simulator.stones(), "stone"), simulator.url()));
            say("Loading it in a process of its own: pawl diamonds run --supplier …");
            long killed = killed(simulator);
            say("Running the same command again:");
            complete("--supplier", simulator.url(), "--rate", RATE);
            StockMoves moves = simulator.move(MOVES);
            say(
                    ("The supplier changes: %d prices, %d holds, %d new stones, %d removed."
                                    + " Running it again:")
                            .formatted(
                                    moves.priced(), moves.held(), moves.added(), moves.removed()));
            complete("--incremental");
            say("A full run also finds the removed stones, and writes nothing else:");
            complete("--full", "--rate", "0");
            return end(simulator, killed);
        }
    }

    private long killed(SupplierSimulator simulator) throws IOException, InterruptedException {
        LoadProcess process =
                LoadProcess.start(home, "--supplier", simulator.url(), "--rate", RATE, "--json");
        LoadDisplay display = LoadDisplay.of(shell);
        Optional<LoadSnapshot> last;
        try {
            last =
                    process.follow(
                            display::show,
                            each ->
                                    each.isOver()
                                            || (each.expected() > 0
                                                    && each.fetched() > KILL_AT * each.expected()));
        } finally {
            display.close();
        }
        int code = process.kill();
        long fetched = last.map(LoadSnapshot::fetched).orElse(0L);
        if (fetched == 0) throw new IOException("the run failed: " + process.output());
        say(
                shell.paint.red("kill -9 %d".formatted(process.pid()))
                        + ": the process died (exit code %d) with %,d stones read."
                                .formatted(code, fetched));
        return fetched;
    }

    private void complete(String... words) throws IOException, InterruptedException {
        String[] all = new String[words.length + 1];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--json";
        LoadProcess process = LoadProcess.start(home, all);
        LoadDisplay display = LoadDisplay.of(shell);
        Optional<LoadSnapshot> last;
        try {
            last = process.follow(display::show, _ -> false);
        } finally {
            display.close();
        }
        if (process.end() != 0) throw new IOException("the run failed: " + process.output());
        if (shell.json) return;
        last.flatMap(LoadSnapshot::row)
                .flatMap(DiamondsJson::report)
                .ifPresent(report -> LoadSummary.table(shell, report));
        shell.out.flush();
    }

    private DemoEnd end(SupplierSimulator simulator, long killed) throws IOException {
        try (Store store = SqliteStore.openReadOnly(home)) {
            StoneStats stats = Diamonds.stones(store::query).stats();
            return new DemoEnd(
                    killed,
                    simulator.stones(),
                    stats.canonical(),
                    cents(simulator),
                    stats.supplierPriceCents());
        }
    }

    /// Sums up what the supplier asks for its stones.
    private static long cents(SupplierSimulator simulator) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                URI.create(simulator.stockUrl()).toURL().openStream(),
                                StandardCharsets.UTF_8))) {
            return lines.lines().mapToLong(LoadDemo::price).sum();
        }
    }

    private static long price(String item) {
        Matcher price = PRICE.matcher(item);
        return price.find() ? Long.parseLong(price.group(1)) : 0;
    }

    private void say(String line) {
        if (shell.json) return;
        shell.say(line);
        shell.out.flush();
    }

    /// What the supplier has and what the table has at the end.
    public record DemoEnd(
            long fetchedBeforeKill,
            long stock,
            long canonical,
            long stockCents,
            long canonicalCents) {
        public boolean isEqual() {
            return stock == canonical && stockCents == canonicalCents;
        }
    }
}

package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.SimulatorStats;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.engine.control.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Serves a stock as a supplier does.
@Command(
        name = "simulate",
        description = {
            "Starts a supplier on this machine: a GraphQL endpoint with stones of its own.",
            "The stock is made up from a seed, or read from files: JSON Lines of pages or items, or"
                    + " CSV with the columns of ggplot2's diamonds, plain or gzipped. GET /stock"
                    + " returns it. Ctrl-C ends it."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds simulate --stones 500000",
            "  pawl diamonds simulate --stock diamonds.csv.gz --port 0",
            "  pawl diamonds simulate --moving 50 --faults 429=0.01:2s,500=0.02,slow=0.01:3s",
            "",
            "Faults are shares of requests: an HTTP status such as 429 or 503, slow, truncate,"
                    + " reset; short is the share of pages with fewer items than there are; expire"
                    + " is the number of requests after which a token ends."
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int STONES = 10_000;
    private static final int PORT = 8_080;
    private static final String MOVES = "20";

    private final Shell shell;

    @Option(
            names = "--stock",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files with stones, instead of made-up ones.")
    List<Path> stock = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of stones, faults and moves (default: 1).")
    long seed = 1;

    @Option(
            names = "--stones",
            paramLabel = "N",
            description = "Number of made-up stones (default: 10,000).")
    @Nullable Integer stones;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Port on loopback; 0 for a free one (default: 8080).")
    int port = PORT;

    @Option(names = "--faults", paramLabel = "SPEC", description = "Faults to simulate.")
    String faults = "";

    @Option(
            names = "--moving",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = MOVES,
            description =
                    "Change N stones per second: prices, holds, removals and new stones (without a"
                            + " number: "
                            + MOVES
                            + ").")
    int moving;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "Only this user may log in (default: any).")
    String user = "";

    @Option(names = "--password", paramLabel = "TEXT", description = "Password of that user.")
    String password = "";

    SimulateCommand(DiamondsContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (stones != null && !stock.isEmpty()) {
            throw CommandException.usage("--stones makes stones up: it excludes --stock");
        }
        if (user.isEmpty() != password.isEmpty()) {
            throw CommandException.usage("--user and --password belong together");
        }
        SimulatorOptions options = options();
        return shell.shutdown.during(() -> serve(options));
    }

    private SimulatorOptions options() {
        try {
            StockSource source =
                    stock.isEmpty()
                            ? new StockSource.Seeded(seed, stones == null ? STONES : stones)
                            : new StockSource.Files(stock);
            return SimulatorOptions.of(source)
                    .port(port)
                    .seed(seed)
                    .faults(SimulatorFaults.parse(faults))
                    .moving(moving)
                    .login(user, password);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private int serve(SimulatorOptions options) throws InterruptedException {
        try (SupplierSimulator simulator = SupplierSimulator.start(options)) {
            announce(simulator);
            shell.shutdown.await();
            end(simulator);
            return ExitCode.OK;
        } catch (IOException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }

    private void announce(SupplierSimulator simulator) {
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("url", simulator.url());
            json.put("stock", simulator.stockUrl());
            json.put("stones", simulator.stones());
            shell.say(Json.line(json));
        } else {
            shell.say(
                    "A supplier with %s is at %s"
                            .formatted(
                                    HumanText.count(simulator.stones(), "stone"),
                                    shell.paint.bold(simulator.url())));
            shell.say("Load it from another terminal, with any user and password:");
            shell.say("  pawl diamonds run --supplier " + simulator.url());
            shell.say("Its stock is at %s. Ctrl-C ends it.".formatted(simulator.stockUrl()));
        }
        shell.out.flush();
    }

    private void end(SupplierSimulator simulator) {
        SimulatorStats stats = simulator.stats();
        if (shell.json) shell.say(Json.line(stats));
        else {
            shell.say(
                    ("Served %,d requests: %,d pages with %,d stones, %,d counts, %,d logins, %,d"
                                    + " faults.")
                            .formatted(
                                    stats.requests(),
                                    stats.pages(),
                                    stats.stones(),
                                    stats.counts(),
                                    stats.logins(),
                                    stats.faults()));
        }
    }
}

package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.OwnRun;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.diamonds.pricing.ExchangeRate;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Adds an exchange rate.
@Command(
        name = "add",
        description = {
            "Adds an exchange rate for stones that are loaded while it is in effect.",
            "`pawl diamonds reprice` applies it to the stones that are loaded already. A rate never"
                    + " changes: a correction is a rate with a later time."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds rates add EUR 1.0850",
            "  pawl diamonds rates add EUR 1.0790 --from 2026-12-01T00:00:00Z"
        })
final class RatesAddCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "CURRENCY", description = "Three letters, such as EUR.")
    String currency = "";

    @Parameters(
            index = "1",
            paramLabel = "RATE",
            description = "US dollars for one unit of the currency, such as 1.0850.")
    BigDecimal rate = BigDecimal.ONE;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "In effect from this timestamp (default: now).")
    @Nullable Instant from;

    @Mixin ByOptions by = new ByOptions();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    RatesAddCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        ExchangeRate added = rate();
        DiamondOrder order = DiamondOrder.add(added, by.by().actor(), by.by().reason());
        var _ = new OwnRun(context, opening).response(_ -> DiamondOrderMachine.start(order));
        if (shell.json) return shell.json(added);
        shell.say(
                "Added a rate: 1 %s is %s %s from %s."
                        .formatted(
                                added.currency(),
                                added.rate().toPlainString(),
                                ExchangeRate.BASE,
                                added.from()));
        shell.say("Preview its effect on loaded stones with `pawl diamonds reprice --dry-run`.");
        return ExitCode.OK;
    }

    private ExchangeRate rate() {
        try {
            return new ExchangeRate(currency, rate, from == null ? shell.now() : from);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}

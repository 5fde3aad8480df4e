package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.rules.RateTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists exchange rates.
@Command(
        name = "rates",
        description = {
            "Lists the exchange rates, and which feeds are in another currency than US dollars.",
            "A rate is in effect from its time until the next one of its currency. Selling prices"
                    + " are in US dollars."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds rates",
            "  pawl diamonds rates add EUR 1.0850",
            "  pawl diamonds rates add EUR 1.0790 --from 2026-12-01T00:00:00Z"
        })
final class RatesCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    RatesCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<ExchangeRate> rates = context.ask(store -> RateTable.all(store::query));
        Map<String, String> feeds = context.ask(store -> RateTable.feeds(store::query));
        if (shell.json) return shell.json(Map.of("rates", rates, "feeds", feeds));
        Table table = shell.table("CURRENCY", ExchangeRate.BASE, "FROM");
        for (ExchangeRate each : rates) {
            table.row(each.currency(), each.rate().toPlainString(), each.from());
        }
        shell.show(table, "No exchange rates.");
        feeds.forEach((feed, currency) -> shell.say("Feed %s is in %s.".formatted(feed, currency)));
        return ExitCode.OK;
    }
}

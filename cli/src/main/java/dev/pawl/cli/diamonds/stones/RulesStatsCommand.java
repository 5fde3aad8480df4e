package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.diamonds.rules.RuleHits;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Counts what rules price.
@Command(
        name = "stats",
        description = "Shows how many live stones each rule prices, and their totals.",
        footer = {"", "Examples:", "  pawl diamonds rules stats"})
final class RulesStatsCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    RulesStatsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<RuleHits> hits = context.ask(store -> PricingRules.stats(store::query));
        if (shell.json) return shell.json(hits);
        Table table = shell.table("RULE", "STONES", "SUPPLIER", "PRICE");
        for (RuleHits each : hits) {
            table.row(
                    each.rule().isEmpty() ? "(none)" : each.rule(),
                    "%,d".formatted(each.stones()),
                    StoneTable.dollars(each.supplierPriceCents()),
                    StoneTable.dollars(each.priceCents()));
        }
        shell.show(table, "No stones.");
        return ExitCode.OK;
    }
}

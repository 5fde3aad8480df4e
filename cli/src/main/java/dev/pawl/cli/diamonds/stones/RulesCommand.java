package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.rules.PricingRules;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists pricing rules.
@Command(
        name = "rules",
        description = {
            "Lists the pricing rules, in the order in which they are tried.",
            "The first rule that matches a stone changes its margin by percentage points."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds rules",
            "  pawl diamonds rules test --points 5 --cost 1000-2000",
            "  pawl diamonds rules add sale --points -3 --cost 1000-2000",
            "  pawl diamonds rules stats"
        })
final class RulesCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    RulesCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<PricingRule> rules =
                context.ask(store -> PricingRules.pricing(store::query, shell.now())).stream()
                        .sorted(
                                Comparator.comparingInt(PricingRule::priority)
                                        .thenComparing(PricingRule::id))
                        .toList();
        if (shell.json) return shell.json(rules);
        Table table = shell.table("RULE", "PRIORITY", "POINTS", "APPLIES TO", "FROM", "TO");
        for (PricingRule each : rules) {
            table.row(
                    each.id(),
                    each.priority(),
                    each.points().toPlainString(),
                    each.scope().text(),
                    HumanText.orDash(each.from()),
                    HumanText.orDash(each.to()));
        }
        shell.show(table, "No rules.");
        return ExitCode.OK;
    }
}

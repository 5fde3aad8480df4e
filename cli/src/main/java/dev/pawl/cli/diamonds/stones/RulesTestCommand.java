package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.rules.PricingRules;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Tries a pricing rule.
@Command(
        name = "test",
        description = "Shows what a rule would do to the prices of the loaded stones.",
        footer = {"", "Examples:", "  pawl diamonds rules test --points 5 --cost 1000-2000"})
final class RulesTestCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of the rule, which replaces one with the same id (default: test).")
    String id = "test";

    @Mixin RuleOptions options = new RuleOptions();

    RulesTestCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        PricingRule rule = options.rule(id);
        return ImpactTable.print(
                shell, context.ask(store -> PricingRules.test(store::query, rule, shell.now())));
    }
}

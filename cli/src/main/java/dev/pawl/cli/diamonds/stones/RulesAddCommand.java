package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.OwnRun;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.diamonds.pricing.PricingRule;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Adds a pricing rule.
@Command(
        name = "add",
        description = {
            "Adds a pricing rule for stones that are loaded from now on.",
            "`pawl diamonds reprice` applies it to the stones that are loaded already. A rule never"
                    + " changes: a correction is a rule with another id."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds rules add sale --points -3 --cost 1000-2000",
            "  pawl diamonds rules add lab-autumn --points 5 --type lab --from 2026-09-01T00:00:00Z"
        })
final class RulesAddCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(paramLabel = "ID", description = "Id of the new rule.")
    String id = "";

    @Mixin RuleOptions options = new RuleOptions();
    @Mixin ByOptions by = new ByOptions();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    RulesAddCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        PricingRule rule = options.rule(id);
        DiamondOrder order = DiamondOrder.add(rule, by.by().actor(), by.by().reason());
        var _ = new OwnRun(context, opening).response(_ -> DiamondOrderMachine.start(order));
        if (shell.json) return shell.json(rule);
        shell.say("Added rule %s: %s.".formatted(rule.id(), rule.scope().text()));
        shell.say("Preview its effect on loaded stones with `pawl diamonds reprice --dry-run`.");
        return ExitCode.OK;
    }
}

package dev.pawl.cli.limits;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Store;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.budget.BudgetStatus;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists the budgets for requests to servers.
@Command(
        name = "budgets",
        description = {
            "Lists request budgets: what is left, which node has reserved requests, and who waits.",
            "A budget limits the requests of all nodes to one server."
        },
        footer = {"", "Examples:", "  pawl budgets", "  pawl budgets --json"})
final class BudgetsCommand implements Callable<Integer> {
    private final Shell shell;

    BudgetsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        StoreLocation location = shell.location();
        location.require();
        List<BudgetStatus> budgets;
        try (Store store = location.reading()) {
            budgets = Limiter.statuses(store, shell.now());
        }
        if (shell.json) return shell.json(budgets);
        if (budgets.isEmpty()) shell.say("No budgets.");
        for (BudgetStatus budget : budgets) budget.lines().forEach(shell::say);
        return ExitCode.OK;
    }
}

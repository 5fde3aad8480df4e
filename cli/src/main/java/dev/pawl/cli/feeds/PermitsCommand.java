package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.OrchestrationView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows the permits and their recent changes.
@Command(
        name = "permits",
        description = {
            "Shows the number of permits, which source holds how many, and their latest changes.",
            "A source works on as many batches in parallel as it holds permits. While the process"
                    + " is overloaded, fewer permits are granted than exist."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds permits --limit 50",
            "  pawl feeds permits set 4",
            "  pawl feeds permits freeze"
        })
final class PermitsCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    @Mixin LimitOption limit = new LimitOption(10);

    PermitsCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = limit.value();
        return context.view(view -> print(view.pool(), view.audit(most)));
    }

    private int print(OrchestrationView.PoolStats pool, List<OrchestrationView.PermitEntry> audit) {
        if (shell.json) return shell.json(json(pool, audit));
        shell.say(
                "%s, %d available to sources%s"
                        .formatted(
                                HumanText.count(pool.total(), "permit"),
                                pool.capacity(),
                                pool.frozen() ? "; " + shell.paint.yellow("frozen") : ""));
        pool.held().forEach((id, count) -> shell.say("  %-7s %d".formatted(id, count)));
        if (audit.isEmpty()) return ExitCode.OK;
        Table table = shell.table("NUMBER", "AT", "ACTION", "HOLDER", "COUNT", "REASON");
        for (OrchestrationView.PermitEntry each : audit) {
            table.row(
                    each.number(),
                    HumanText.time(each.at()),
                    each.action(),
                    each.holder(),
                    each.count(),
                    each.reason());
        }
        table.print(shell.out);
        return ExitCode.OK;
    }

    private static Map<String, Object> json(
            OrchestrationView.PoolStats pool, List<OrchestrationView.PermitEntry> audit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("total", pool.total());
        json.put("capacity", pool.capacity());
        json.put("frozen", pool.frozen());
        json.put("held", pool.held());
        json.put("audit", audit);
        return json;
    }
}

package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.alert.AlertQueries;
import dev.pawl.pipeline.alert.AlertStatus;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists alerts.
@Command(
        name = "alerts",
        description = "Lists alerts, newest first, and how far each channel has delivered them.",
        footer = {"", "Examples:", "  pawl diamonds alerts", "  pawl diamonds alerts --json"})
final class AlertsCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N (default: 20).")
    int limit = 20;

    AlertsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = Math.min(AlertQueries.LIMIT_MAX, DiamondsArguments.limit(limit));
        List<AlertStatus> all = context.ask(store -> AlertQueries.of(store).newest(most));
        if (shell.json) return shell.json(all);
        Table table = shell.table("AT", "SEVERITY", "SUBJECT", "STATE", "CHANNELS", "TRACE");
        for (AlertStatus each : all) {
            table.row(
                    HumanText.time(each.created()),
                    each.alert().severity(),
                    each.alert().subject(),
                    each.state(),
                    each.deliveries().stream()
                            .map(one -> "%s %s".formatted(one.channel(), one.state()))
                            .collect(Collectors.joining(", ")),
                    each.alert().traceId());
        }
        shell.show(table, "No alerts.");
        return ExitCode.OK;
    }
}

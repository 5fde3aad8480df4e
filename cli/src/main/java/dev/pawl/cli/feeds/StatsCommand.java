package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Counts items.
@Command(
        name = "stats",
        description =
                "Counts the live items of the base by source and kind: those that are neither"
                        + " removed nor withdrawn by their publisher.",
        footer = {"", "Examples:", "  pawl feeds stats", "  pawl feeds stats --json"})
final class StatsCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    StatsCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Map<String, Map<String, Long>> stats = desk.base(Knowledge::stats);
        if (shell.json) return shell.json(stats);
        Table table = shell.table("SOURCE", "KIND", "ITEMS");
        stats.forEach((source, kinds) ->
                kinds.forEach((kind, count) -> table.row(source, kind, "%,d".formatted(count))));
        shell.show(table, "The base is empty.");
        return ExitCode.OK;
    }
}

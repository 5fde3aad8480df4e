package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.database.ItemQueries;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Counts items.
@Command(
        name = "stats",
        description =
                "Counts items by source and kind, except removed items and revoked or"
                        + " deprecated ATT&CK objects.",
        footer = {"", "Examples:", "  pawl feeds stats", "  pawl feeds stats --json"})
final class StatsCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    StatsCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Map<String, Map<String, Long>> stats = context.items(ItemQueries::stats);
        if (shell.json) return shell.json(stats);
        Table table = shell.table("SOURCE", "KIND", "ITEMS");
        stats.forEach((source, kinds) ->
                kinds.forEach((kind, count) -> table.row(source, kind, "%,d".formatted(count))));
        shell.show(table, "No items loaded.");
        return ExitCode.OK;
    }
}

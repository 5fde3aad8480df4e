package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.database.ItemQueries;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists links whose target is missing.
@Command(
        name = "dangling",
        description =
                "Lists items that other items link to but no source has published, the most linked"
                        + " first.",
        footer = {"", "Examples:", "  pawl feeds dangling --limit 50"})
final class DanglingCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    @Mixin LimitOption limit = new LimitOption(20);

    DanglingCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = limit.value();
        List<ItemQueries.Dangling> found = context.items(items -> items.dangling(most));
        if (shell.json) return shell.json(found);
        Table table = shell.table("MISSING", "LINKS", "EXAMPLE");
        for (ItemQueries.Dangling each : found) table.row(each.urn(), each.links(), each.example());
        shell.show(table, "No dangling links.");
        return ExitCode.OK;
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists links that lead nowhere.
@Command(
        name = "dangling",
        description = "Lists what is referred to and is not in the base, the commonest first.",
        footer = {"", "Examples:", "  pawl feeds dangling --limit 50"})
final class DanglingCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    @Option(names = "--limit", paramLabel = "N", description = "How many (default: 20).")
    int limit = 20;

    DanglingCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        int most = Desk.limit(limit);
        List<Knowledge.Dangling> found = desk.base(base -> base.dangling(most));
        if (shell.json) return shell.json(found);
        Table table = shell.table("MISSING", "LINKS", "FOR EXAMPLE FROM");
        for (Knowledge.Dangling each : found) table.row(each.urn(), each.links(), each.example());
        shell.show(table, "Every link leads to an item of the base.");
        return ExitCode.OK;
    }
}

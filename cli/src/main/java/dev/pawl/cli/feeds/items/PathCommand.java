package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Finds a path between two items.
@Command(
        name = "path",
        description = {
            "Finds a shortest path of links between two items, in either direction.",
            "Exits with code 1 if there is none."
        },
        footer = {"", "Examples:", "  pawl feeds path CVE-2021-44228 T1190"})
final class PathCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "URN", description = "URN or id of the first item.")
    String from = "";

    @Parameters(index = "1", paramLabel = "URN", description = "URN or id of the last item.")
    String to = "";

    PathCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Urn start = FeedsArguments.urn(from);
        Urn end = FeedsArguments.urn(to);
        return context.items(items -> print(items, found(items, start), found(items, end)));
    }

    private static Urn found(ItemQueries items, Urn urn) {
        return Urn.parse(ItemShowCommand.require(items, urn).brief().urn());
    }

    private int print(ItemQueries items, Urn start, Urn end) {
        List<ItemQueries.Step> steps = items.path(start, end);
        boolean found = !steps.isEmpty() || start.equals(end);
        if (shell.json) {
            shell.json(steps);
        } else if (found) {
            shell.say(start.toString());
            for (ItemQueries.Step each : steps) {
                String arrow = each.forward() ? "─ %s →" : "← %s ─";
                shell.say("  %s %s".formatted(arrow.formatted(each.relation()), each.to()));
            }
        } else {
            shell.say("No path from %s to %s".formatted(start, end));
        }
        return found ? ExitCode.OK : ExitCode.NO;
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Finds a chain of links.
@Command(
        name = "path",
        description = {
            "Finds a shortest chain of links between two items, whichever way the links go.",
            "The exit code is 1 if there is none."
        },
        footer = {"", "Examples:", "  pawl feeds path CVE-2021-44228 T1190"})
final class PathCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "URN", description = "Where it begins.")
    String from = "";

    @Parameters(index = "1", paramLabel = "URN", description = "Where it ends.")
    String to = "";

    PathCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Urn begin = Desk.urn(from);
        Urn end = Desk.urn(to);
        return desk.base(base -> tell(base, found(base, begin), found(base, end)));
    }

    private static Urn found(Knowledge base, Urn urn) {
        return Urn.parse(ShowCommand.require(base, urn).brief().urn());
    }

    private int tell(Knowledge base, Urn begin, Urn end) {
        List<Knowledge.Step> steps = base.path(begin, end);
        boolean found = !steps.isEmpty() || begin.equals(end);
        if (shell.json) {
            shell.json(steps);
        } else if (found) {
            shell.say(begin.toString());
            for (Knowledge.Step each : steps) {
                String arrow = each.forward() ? "─ %s →" : "← %s ─";
                shell.say("  %s %s".formatted(arrow.formatted(each.relation()), each.to()));
            }
        } else {
            shell.say("no chain of links leads from %s to %s".formatted(begin, end));
        }
        return found ? ExitCode.OK : ExitCode.NO;
    }
}

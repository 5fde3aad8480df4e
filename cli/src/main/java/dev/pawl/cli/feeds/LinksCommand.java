package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the neighbours of an item.
@Command(
        name = "links",
        description = {
            "Lists what an item refers to, and what refers to it.",
            "A link whose other end the base does not have is dangling."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds links CWE-79",
            "  pawl feeds links T1078 --limit 200 --json"
        })
final class LinksCommand implements Callable<Integer> {
    private static final int TITLE_CHARS = 80;

    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "URN", description = "Its URN, or its id.")
    String wanted = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many in each direction (default: 50).")
    int limit = 50;

    LinksCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Urn urn = Desk.urn(wanted);
        int most = Desk.limit(limit);
        List<Knowledge.Neighbour> links = desk.base(base -> links(base, urn, most));
        if (shell.json) return shell.json(links);
        Table table = shell.table("", "RELATION", "URN", "KIND", "TITLE");
        for (Knowledge.Neighbour each : links) {
            table.row(
                    each.outgoing() ? "→" : "←",
                    each.relation(),
                    each.urn(),
                    each.kind().isEmpty() ? "-" : each.kind(),
                    each.dangling()
                            ? shell.paint.yellow("not in the base")
                            : Words.cut(each.title(), TITLE_CHARS));
        }
        shell.show(table, "Nothing is linked with it.");
        return ExitCode.OK;
    }

    /// What is not there may be referred to all the same.
    private static List<Knowledge.Neighbour> links(Knowledge base, Urn urn, int most) {
        Urn named = base.find(urn).map(found -> Urn.parse(found.brief().urn())).orElse(urn);
        List<Knowledge.Neighbour> links = base.links(named, most);
        if (links.isEmpty()) ShowCommand.require(base, urn);
        return links;
    }
}

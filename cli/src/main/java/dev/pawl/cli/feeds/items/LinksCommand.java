package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Lists the links of an item.
@Command(
        name = "links",
        description = {
            "Lists the links from and to an item, up to --limit in each direction.",
            "A link is dangling if no source has published the item at its other end."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds links CWE-79",
            "  pawl feeds links T1078 --limit 200 --json"
        })
final class LinksCommand implements Callable<Integer> {
    private static final int TITLE_CHARS = 80;

    private final FeedsContext context;

    @Parameters(paramLabel = "URN", description = "URN or id of the item.")
    String wanted = "";

    @Mixin LimitOption limit = new LimitOption(50);

    LinksCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Urn urn = FeedsArguments.urn(wanted);
        int most = limit.value();
        return new ListPrinter<ItemQueries.Neighbour>(context.shell(), "No links.")
                .column("", each -> each.outgoing() ? "→" : "←")
                .column("RELATION", ItemQueries.Neighbour::relation)
                .column("URN", ItemQueries.Neighbour::urn)
                .column("KIND", each -> each.kind().isEmpty() ? "-" : each.kind())
                .column("TITLE", this::title)
                .print(context.items(items -> links(items, urn, most)));
    }

    private String title(ItemQueries.Neighbour link) {
        return link.dangling()
                ? context.shell().paint.yellow("dangling")
                : HumanText.cut(link.title(), TITLE_CHARS);
    }

    /// Also finds links to an item that does not exist.
    private static List<ItemQueries.Neighbour> links(ItemQueries items, Urn urn, int most) {
        Urn named = items.find(urn).map(found -> Urn.parse(found.brief().urn())).orElse(urn);
        List<ItemQueries.Neighbour> links = items.links(named, most);
        if (links.isEmpty()) ItemShowCommand.require(items, urn);
        return links;
    }
}

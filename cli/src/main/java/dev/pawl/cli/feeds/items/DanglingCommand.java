package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.feeds.database.ItemQueries;
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

    @Mixin LimitOption limit = new LimitOption(20);

    DanglingCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        int most = limit.value();
        return new ListPrinter<ItemQueries.Dangling>(context.shell(), "No dangling links.")
                .column("MISSING", ItemQueries.Dangling::urn)
                .column("LINKS", ItemQueries.Dangling::links)
                .column("EXAMPLE", ItemQueries.Dangling::example)
                .print(context.items(items -> items.dangling(most)));
    }
}

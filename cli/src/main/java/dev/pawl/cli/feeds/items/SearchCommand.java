package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.feeds.database.ItemQueries;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Finds items by text.
@Command(
        name = "search",
        description = {
            "Finds items by words in their titles and descriptions, best matches first.",
            "An item matches if it contains all words. Quote a phrase to match it exactly; end a"
                    + " word with * to match its prefix."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds search \"sql injection\"",
            "  pawl feeds search 'overflow heap*' --source cve --limit 50"
        })
final class SearchCommand implements Callable<Integer> {
    private static final int TITLE_CHARS = 100;

    private final FeedsContext context;

    @Parameters(paramLabel = "WORDS", arity = "1..*", description = "Words to search for.")
    List<String> words = List.of();

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description = "Show only items of this source.")
    String source = "";

    @Mixin LimitOption limit = new LimitOption(20);

    SearchCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        String id = FeedsArguments.sourceOrAll(source);
        int most = limit.value();
        return new ListPrinter<ItemQueries.Hit>(context.shell(), "No matches.")
                .column("URN", ItemQueries.Hit::urn)
                .column("KIND", ItemQueries.Hit::kind)
                .column("TITLE", each -> HumanText.cut(each.title(), TITLE_CHARS))
                .atMost(most)
                .print(context.items(items -> items.search(String.join(" ", words), id, most)));
    }
}

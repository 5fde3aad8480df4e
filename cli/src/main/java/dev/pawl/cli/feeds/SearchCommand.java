package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Finds items by their words.
@Command(
        name = "search",
        description = {
            "Finds items by words of their titles and descriptions, the best first.",
            "All words must be there; a phrase in double quotes is found as it is, and a word with"
                    + " * at its end also longer."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds search \"sql injection\"",
            "  pawl feeds search 'overflow heap*' --source cve --limit 50"
        })
final class SearchCommand implements Callable<Integer> {
    private static final int TITLE_CHARS = 100;

    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "WORDS", arity = "1..*", description = "What to look for.")
    List<String> words = List.of();

    @Option(names = "--source", paramLabel = "SOURCE", description = "Only items of this source.")
    String source = "";

    @Option(names = "--limit", paramLabel = "N", description = "How many (default: 20).")
    int limit = 20;

    SearchCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        String id = Desk.sourceOrAll(source);
        int most = Desk.limit(limit);
        List<Knowledge.Hit> hits =
                desk.base(base -> base.search(String.join(" ", words), id, most));
        if (shell.json) return shell.json(hits);
        Table table = shell.table("URN", "KIND", "TITLE");
        for (Knowledge.Hit each : hits) {
            table.row(each.urn(), each.kind(), Words.cut(each.title(), TITLE_CHARS));
        }
        shell.show(table, "Nothing has these words.");
        if (hits.size() == most) shell.say("There may be more: --limit N shows them.");
        return ExitCode.OK;
    }
}

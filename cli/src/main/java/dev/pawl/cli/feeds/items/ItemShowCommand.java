package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Json;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Shows an item.
@Command(
        name = "show",
        description = {
            "Shows an item: its content, links and history.",
            "Takes a URN or an id such as CWE-79, T1078 or V1.2.3. An ASVS number without a version"
                    + " means the newest version."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds show CVE-2021-44228",
            "  pawl feeds show v2e::mitre::cwe::CWE-79 --json"
        })
final class ItemShowCommand implements Callable<Integer> {
    private static final int LINKS = 1_000;

    private final FeedsContext context;
    private final Shell shell;

    @Parameters(paramLabel = "URN", description = "URN or id of the item.")
    String wanted = "";

    ItemShowCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Urn urn = FeedsArguments.urn(wanted);
        return context.items(items -> show(items, require(items, urn)));
    }

    /// Returns an item, which must exist.
    static ItemQueries.Whole require(ItemQueries items, Urn urn) {
        return items.find(urn)
                .orElseThrow(() ->
                        CommandException.notFound(
                                "no item %s: find items with `pawl feeds search`".formatted(urn)));
    }

    private int show(ItemQueries items, ItemQueries.Whole item) {
        ItemQueries.Brief brief = item.brief();
        Urn urn = Urn.parse(brief.urn());
        List<ItemQueries.Neighbour> links = items.references(urn, LINKS);
        List<ItemQueries.Change> history = items.history(urn);
        Instant seen = items.seen(brief.source());
        if (shell.json) {
            Map<String, @Nullable Object> json = FeedsJson.item(item, links);
            json.put("last_seen", brief.times().removed() == null ? seen : null);
            json.put("history", history);
            return shell.json(json);
        }
        line("urn", shell.paint.bold(brief.urn()));
        line("title", brief.title());
        line("kind", "%s of %s".formatted(brief.kind(), brief.source()));
        line("status", FeedsJson.status(brief));
        line(
                "seen",
                "first %s, last %s"
                        .formatted(HumanText.time(brief.firstSeen()), HumanText.time(seen)));
        for (ItemQueries.Change each : history) line(each.change(), text(each));
        for (ItemQueries.Neighbour each : links) {
            line(each.relation(), "%s  %s".formatted(each.urn(), each.title()).stripTrailing());
        }
        shell.say(Json.pretty(Payload.of(item.content())));
        return ExitCode.OK;
    }

    private static String text(ItemQueries.Change change) {
        String fields = change.fields().isEmpty() ? "" : ": " + change.fields();
        return HumanText.time(change.at()) + fields;
    }

    private void line(String name, String value) {
        shell.say("%-12s %s".formatted(name, value));
    }
}

package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.database.ItemQueries;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists changes of items.
@Command(
        name = "changes",
        description =
                "Lists items that were created, changed, removed or restored since a point in time,"
                        + " with the fields that changed.",
        footer = {
            "",
            "Examples:",
            "  pawl feeds changes --since 7d --source cve",
            "  pawl feeds changes --since 2026-11-01",
            "  pawl feeds changes --since 2026-11-01T12:00:00Z --json"
        })
final class ChangesCommand implements Callable<Integer> {
    private static final int FIELDS_CHARS = 80;

    private final FeedsContext context;
    private final Shell shell;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            required = true,
            description =
                    "Show changes since this time: an age such as 12h or 7d, a local date, or a UTC"
                            + " timestamp.")
    String since = "";

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description = "Show only items of this source.")
    String source = "";

    @Mixin LimitOption limit = new LimitOption(100);

    ChangesCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Instant time = time(since, shell.now());
        String id = FeedsArguments.sourceOrAll(source);
        int most = limit.value();
        return new ListPrinter<ItemQueries.Change>(shell, "No changes.")
                .column("AT", each -> HumanText.time(each.at()))
                .column("CHANGE", ItemQueries.Change::change)
                .column("URN", ItemQueries.Change::urn)
                .column("FIELDS", each -> HumanText.cut(each.fields(), FIELDS_CHARS))
                .atMost(most)
                .print(context.items(items -> items.changes(time, id, most)));
    }

    private static Instant time(String text, Instant now) {
        try {
            if (text.contains("T")) return Instant.parse(text);
            if (!text.contains("-")) return now.minus(HumanAmounts.time(text));
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException | IllegalArgumentException _) {
            throw CommandException.usage(
                    "--since must be an age such as 7d, a date such as 2026-11-01, or a timestamp"
                            + " such"
                            + " as 2026-11-01T12:00:00Z, found '%s'".formatted(text));
        }
    }
}

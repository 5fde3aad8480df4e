package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Amounts;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.feeds.base.Knowledge;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists what changed.
@Command(
        name = "changes",
        description =
                "Lists what was created, changed, removed or restored in the base since a time, and"
                        + " which fields.",
        footer = {
            "",
            "Examples:",
            "  pawl feeds changes --since 7d --source cve",
            "  pawl feeds changes --since 2026-11-01",
            "  pawl feeds changes --since 2026-11-01T12:00:00Z --json"
        })
final class ChangesCommand implements Callable<Integer> {
    private static final int FIELDS_CHARS = 80;

    private final Desk desk;
    private final Shell shell;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            required = true,
            description = "How long ago, such as 12h or 7d, or a date, or a time in UTC.")
    String since = "";

    @Option(names = "--source", paramLabel = "SOURCE", description = "Only items of this source.")
    String source = "";

    @Option(names = "--limit", paramLabel = "N", description = "How many (default: 100).")
    int limit = 100;

    ChangesCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Instant time = time(since, shell.now());
        String id = Desk.sourceOrAll(source);
        int most = Desk.limit(limit);
        List<Knowledge.Change> changes = desk.base(base -> base.changes(time, id, most));
        if (shell.json) return shell.json(changes);
        Table table = shell.table("AT", "CHANGE", "URN", "FIELDS");
        for (Knowledge.Change each : changes) {
            table.row(
                    Words.time(each.at()),
                    each.change(),
                    each.urn(),
                    Words.cut(each.fields(), FIELDS_CHARS));
        }
        shell.show(table, "Nothing has changed.");
        if (changes.size() == most) shell.say("There may be more: --limit N shows them.");
        return ExitCode.OK;
    }

    private static Instant time(String text, Instant now) {
        try {
            if (text.contains("T")) return Instant.parse(text);
            if (!text.contains("-")) return now.minus(Amounts.time(text));
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException | IllegalArgumentException _) {
            throw Trouble.usage(
                    "--since is how long ago, such as 7d, a date such as 2026-11-01, or a time such"
                            + " as 2026-11-01T12:00:00Z, not '%s'".formatted(text));
        }
    }
}

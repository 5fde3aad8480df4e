package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.canonical.StoneChange;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists changes of stones.
@Command(
        name = "changes",
        description =
                "Lists stones that were created, changed, removed or returned since a point in"
                        + " time, with the fields that changed.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds changes --since 7d",
            "  pawl diamonds changes --since 2026-11-01",
            "  pawl diamonds changes --since 2026-11-01T12:00:00Z --json"
        })
final class StoneChangesCommand implements Callable<Integer> {
    private static final int FIELDS_CHARS = 100;

    private final DiamondsContext context;
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
            names = "--limit",
            paramLabel = "N",
            description = "Show at most N changes (default: 100).")
    int limit = 100;

    StoneChangesCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Instant time = DiamondsArguments.time("--since", since, shell.now());
        int most = DiamondsArguments.limit(limit);
        List<StoneChange> changes = context.stones(stones -> stones.changes(time, most));
        if (shell.json) return shell.json(changes);
        Table table = shell.table("AT", "CHANGE", "STONE", "FIELDS");
        for (StoneChange each : changes) {
            table.row(
                    each.at(),
                    each.kind(),
                    each.stoneId(),
                    HumanText.cut(ChangedFields.text(each), FIELDS_CHARS));
        }
        shell.show(table, "No changes.");
        if (changes.size() == most) {
            shell.say("Showing the first %d. Raise --limit to see more.".formatted(most));
        }
        return ExitCode.OK;
    }
}

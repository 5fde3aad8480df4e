package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.canonical.StoneView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Finds stones.
@Command(
        name = "search",
        description = "Finds live stones, cheapest first.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds search --shape round --carat 1-1.5 --colour G --price -8000",
            "  pawl diamonds search --clarity VS1 --lab GIA --limit 5 --json",
            "  pawl diamonds search --text 2000000017"
        })
final class StoneSearchCommand implements Callable<Integer> {
    private static final int LIMIT_MAX = 1_000;

    private final DiamondsContext context;
    private final Shell shell;

    @Mixin SearchOptions options = new SearchOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Show at most N stones, up to 1,000 (default: 20).")
    int limit = 20;

    StoneSearchCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = DiamondsArguments.limit(limit);
        if (most > LIMIT_MAX) {
            throw CommandException.usage(
                    "--limit must be 1 to %,d, found %d; `pawl diamonds export` writes all"
                            .formatted(LIMIT_MAX, limit));
        }
        List<StoneView> found =
                context.stones(stones -> stones.search(options.search().limit(most)));
        if (shell.json) return shell.json(found.stream().map(StoneTable::json).toList());
        shell.show(StoneTable.of(shell, found), "No stones.");
        if (found.size() == most) {
            shell.say("Showing the first %d. Raise --limit to see more.".formatted(most));
        }
        return ExitCode.OK;
    }
}

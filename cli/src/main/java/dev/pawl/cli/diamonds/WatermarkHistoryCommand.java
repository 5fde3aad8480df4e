package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.watermark.WatermarkLedger;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Shows how a watermark moved.
@Command(
        name = "history",
        description = "Lists the changes of a watermark, newest first, with actor and reason.",
        footer = {"", "Examples:", "  pawl diamonds watermark history --limit 10"})
final class WatermarkHistoryCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N (default: 20).")
    int limit = 20;

    WatermarkHistoryCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = DiamondsArguments.limit(limit);
        List<WatermarkLedger.Entry> entries =
                context.ask(store -> new WatermarkLedger(feed.feed()).history(store::query, most));
        if (shell.json) return shell.json(entries);
        Table table = shell.table("VERSION", "FROM", "TO", "RUN", "ACTOR", "REASON", "AT");
        for (WatermarkLedger.Entry each : entries) {
            table.row(
                    each.version(),
                    HumanText.orDash(each.before()),
                    each.value(),
                    HumanText.orDash(each.run()),
                    each.actor(),
                    each.reason(),
                    HumanText.ago(each.at(), shell.now()));
        }
        shell.show(table, "No changes: no run of '%s' has completed.".formatted(feed.feed()));
        return ExitCode.OK;
    }
}

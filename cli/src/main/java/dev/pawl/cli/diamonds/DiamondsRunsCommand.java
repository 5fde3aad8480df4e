package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.diamonds.display.RunStates;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.table.RunRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists runs.
@Command(
        name = "runs",
        description = "Lists the runs of a feed, newest first.",
        footer = {"", "Examples:", "  pawl diamonds runs", "  pawl diamonds runs --limit 5 --json"})
final class DiamondsRunsCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N (default: 20).")
    int limit = 20;

    DiamondsRunsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = DiamondsArguments.limit(limit);
        Map<RunRow, String> runs =
                context.ask(store -> {
                    Map<RunRow, String> found = new LinkedHashMap<>();
                    RunRow.newest(store::query, feed.feed(), most)
                            .forEach(row -> found.put(row, RunStates.of(store, row)));
                    return found;
                });
        if (shell.json) {
            return shell.json(
                    runs.entrySet().stream()
                            .map(each -> DiamondsJson.run(each.getKey(), each.getValue()))
                            .toList());
        }
        Table table =
                shell.table(
                        "RUN",
                        "TYPE",
                        "STATE",
                        "STARTED",
                        "TIME",
                        "PARTITIONS",
                        "STONES",
                        "NEW",
                        "CHANGED",
                        "REMOVED");
        runs.forEach((row, state) -> table.row(cells(row, state)));
        shell.show(table, "No runs of the feed '%s'.".formatted(feed.feed()));
        return ExitCode.OK;
    }

    private Object[] cells(RunRow row, String state) {
        Optional<RunReport> report = DiamondsJson.report(row);
        return new Object[] {
            row.run().toString().substring(0, 8),
            row.origin().type(),
            RunStates.painted(shell.paint, state),
            HumanText.ago(row.startedAt(), shell.now()),
            row.completedAt() == null ? "-" : HumanText.brief(DiamondsJson.time(row, shell.now())),
            "%d/%d".formatted(row.workers().completed(), row.workers().expected()),
            report.map(each -> "%,d".formatted(each.unique())).orElse("-"),
            report.map(each -> "%,d".formatted(each.inserted())).orElse("-"),
            report.map(each -> "%,d".formatted(each.updated())).orElse("-"),
            report.map(each -> "%,d".formatted(each.removed())).orElse("-")
        };
    }
}

package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.pipeline.table.PartitionRow;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the partitions of a run.
@Command(
        name = "partitions",
        description =
                "Lists the partitions of a run: their price range per carat, how far each was read,"
                        + " and its last error.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds partitions",
            "  pawl diamonds partitions --failed",
            "  pawl diamonds partitions 5ee0429f --json"
        })
final class PartitionsCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 200;

    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "Start of the run's id (default: the newest run).")
    String run = "";

    @Option(names = "--failed", description = "Show only failed partitions.")
    boolean failed;

    @Mixin FeedOption feed = new FeedOption();

    PartitionsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<PartitionRow> rows =
                context.ask(store ->
                        PartitionRow.all(
                                        store::query,
                                        DiamondsContext.run(store, feed.feed(), run).run())
                                .stream()
                                .filter(each -> !failed || each.isFailed())
                                .toList());
        if (shell.json) return shell.json(rows.stream().map(DiamondsJson::partition).toList());
        Table table =
                shell.table(
                        "PARTITION",
                        "PER CARAT",
                        "STATUS",
                        "READ",
                        "ABOUT",
                        "COUNTED",
                        "PAGES",
                        "ERROR");
        for (PartitionRow each : rows) table.row(cells(each));
        shell.show(table, failed ? "No failed partitions." : "No partitions.");
        return ExitCode.OK;
    }

    private Object[] cells(PartitionRow row) {
        return new Object[] {
            row.partition().id(),
            range(row.partition().range()),
            status(row),
            "%,d".formatted(row.counts().fetched()),
            "%,d".formatted(row.partition().estimate()),
            row.counts().counted() < 0 ? "-" : "%,d".formatted(row.counts().counted()),
            row.counts().pages(),
            HumanText.cut(DiamondsJson.error(row), ERROR_CHARS)
        };
    }

    private String status(PartitionRow row) {
        String text = DiamondsJson.status(row);
        if (row.isFailed()) return shell.paint.red(text);
        return row.isCompleted() ? shell.paint.green(text) : text;
    }

    private static String range(String json) {
        PriceRange range = PriceRange.parse(json);
        String from = "$%,.2f".formatted(range.from() / 100.0);
        return range.isOpen() ? "from " + from : "%s to $%,.2f".formatted(from, range.to() / 100.0);
    }
}

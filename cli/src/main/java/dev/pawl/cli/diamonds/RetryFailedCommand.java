package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.pipeline.Pipeline;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Reads failed partitions again.
@Command(
        name = "retry",
        description = {
            "Reads the failed partitions of a run on from where they stopped.",
            "Without --yes it shows which partitions that are, and changes nothing."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds retry --failed",
            "  pawl diamonds retry --failed --yes --reason \"the supplier is back\""
        })
final class RetryFailedCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 200;

    private final DiamondsContext context;
    private final Shell shell;

    @Option(names = "--failed", description = "Retry all failed partitions.")
    boolean failed;

    @Option(names = "--yes", description = "Do it; without this option, only preview.")
    boolean yes;

    @Mixin FeedOption feed = new FeedOption();
    @Mixin ByOptions by = new ByOptions();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    RetryFailedCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!failed) throw CommandException.usage("expected --failed: what is to be retried");
        RunOrders orders = new RunOrders(context, opening);
        RunRow row = orders.waiting(feed.feed());
        if (yes) {
            return orders.send(
                    DiamondOrder.toRun(
                            DiamondOrder.Verb.RETRY_FAILED,
                            row.origin().engineRun(),
                            by.by().actor(),
                            by.by().reason()));
        }
        List<PartitionRow> rows =
                context.ask(store -> Pipeline.failedPartitions(store::query, row.run()));
        if (shell.json) return shell.json(rows.stream().map(DiamondsJson::partition).toList());
        Table table = shell.table("PARTITION", "READ", "ABOUT", "CONTINUES AT", "ERROR");
        for (PartitionRow each : rows) {
            table.row(
                    each.partition().id(),
                    "%,d".formatted(each.counts().fetched()),
                    "%,d".formatted(each.partition().estimate()),
                    "%,d".formatted(each.nextOffset()),
                    HumanText.cut(DiamondsJson.error(each), ERROR_CHARS));
        }
        table.print(shell.out);
        shell.say("Nothing was changed. Add --yes to retry.");
        return ExitCode.OK;
    }
}

package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.pipeline.table.RunRow;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Consolidates a run without its failed partitions.
@Command(
        name = "force",
        description = {
            "Consolidates what a run has read although partitions failed.",
            "The watermark stays, so the next run loads what is missing."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds force --reason \"one price range is broken at the supplier\""
        })
final class ForceCommand implements Callable<Integer> {
    private final DiamondsContext context;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            required = true,
            description = "Why; recorded with the run.")
    String reason = "";

    @Mixin FeedOption feed = new FeedOption();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    ForceCommand(DiamondsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (reason.isBlank()) {
            throw CommandException.usage("--reason needs a text, found ''");
        }
        RunOrders orders = new RunOrders(context, opening);
        RunRow row = orders.waiting(feed.feed());
        return orders.send(
                DiamondOrder.toRun(
                        DiamondOrder.Verb.FORCE,
                        row.origin().engineRun(),
                        new ByOptions().by().actor(),
                        reason));
    }
}

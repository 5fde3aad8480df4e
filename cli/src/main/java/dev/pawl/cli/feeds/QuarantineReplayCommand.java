package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Replays a quarantined record.
@Command(
        name = "replay",
        description = "Tries to load a quarantined record again.",
        footer = {"", "Examples:", "  pawl feeds quarantine replay 3"})
final class QuarantineReplayCommand implements Callable<Integer> {
    private final FeedsContext context;

    @Parameters(paramLabel = "NUMBER", description = "Number of the record in the list.")
    long number;

    @Mixin ByOptions by = new ByOptions();

    QuarantineReplayCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new OrderSender(context).send(Order.replay(number).by(by.by().actor()));
    }
}

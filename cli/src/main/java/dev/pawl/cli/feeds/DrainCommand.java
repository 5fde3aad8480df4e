package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Drains the sources.
@Command(
        name = "drain",
        description = {
            "Stops all work gracefully by taking back all permits.",
            "`pawl feeds run` resumes where the sources stopped."
        },
        footer = {"", "Examples:", "  pawl feeds drain --reason \"upgrade\""})
final class DrainCommand implements Callable<Integer> {
    private final FeedsContext context;

    @Mixin ByOptions by = new ByOptions();

    DrainCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new OrderSender(context)
                .send(Order.drain().by(by.by().actor()).reason(by.by().reason()));
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Sets the number of permits.
@Command(
        name = "set",
        description = "Sets the number of permits. If sources hold more, the excess is taken back.",
        footer = {"", "Examples:", "  pawl feeds permits set 4"})
final class PermitsSetCommand implements Callable<Integer> {
    private final FeedsContext context;

    @Parameters(paramLabel = "N", description = "Number of permits.")
    int count;

    @Mixin ByOptions by = new ByOptions();

    PermitsSetCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        long wanted = FeedsArguments.permits(count);
        return new OrderSender(context).send(Order.permits(wanted).by(by.by().actor()));
    }
}

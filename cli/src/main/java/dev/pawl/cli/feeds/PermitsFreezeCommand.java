package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.orchestrator.Order;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Freezes the distribution of permits, or thaws it.
@Command
final class PermitsFreezeCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Order.Verb verb;

    @Mixin ByOptions by = new ByOptions();

    private PermitsFreezeCommand(FeedsContext context, Order.Verb verb) {
        this.context = context;
        this.verb = verb;
    }

    static CommandLine freeze(FeedsContext context) {
        return DescribedCommand.withExample(
                new PermitsFreezeCommand(context, Order.Verb.FREEZE),
                "pawl feeds permits freeze",
                "Freezes permits: none is granted or taken back until `thaw`.");
    }

    static CommandLine thaw(FeedsContext context) {
        return DescribedCommand.withExample(
                new PermitsFreezeCommand(context, Order.Verb.THAW),
                "pawl feeds permits thaw",
                "Thaws permits: sources share them again.");
    }

    @Override
    public Integer call() throws InterruptedException {
        Order order = Order.of(verb, List.of());
        return new OrderSender(context).send(order.by(by.by().actor()).reason(by.by().reason()));
    }
}

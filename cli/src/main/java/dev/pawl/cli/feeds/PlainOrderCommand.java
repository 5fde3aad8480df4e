package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.orchestrator.Order;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Gives an order that has no parameters and concerns all sources.
@Command
final class PlainOrderCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Verb verb;

    @Mixin ByOptions by = new ByOptions();

    private PlainOrderCommand(FeedsContext context, Verb verb) {
        this.context = context;
        this.verb = verb;
    }

    static void addTo(CommandLine parent, FeedsContext context, Verb verb) {
        parent.addSubcommand(
                verb.name().toLowerCase(Locale.ROOT),
                DescribedCommand.withExample(
                        new PlainOrderCommand(context, verb),
                        verb.example,
                        verb.description.lines().toArray(String[]::new)));
    }

    @Override
    public Integer call() throws InterruptedException {
        Order order = Order.of(verb.order, List.of());
        return new OrderSender(context).send(order.by(by.by().actor()).reason(by.by().reason()));
    }

    /// The commands.
    enum Verb {
        DRAIN(
                Order.Verb.DRAIN,
                "pawl feeds drain --reason \"upgrade\"",
                """
                Stops all work gracefully by taking back all permits.
                `pawl feeds run` resumes where the sources stopped.\
                """),
        FREEZE(
                Order.Verb.FREEZE,
                "pawl feeds permits freeze",
                "Freezes permits: none is granted or taken back until `thaw`."),
        THAW(
                Order.Verb.THAW,
                "pawl feeds permits thaw",
                "Thaws permits: sources share them again.");

        private final Order.Verb order;
        private final String example;
        private final String description;

        Verb(Order.Verb order, String example, String description) {
            this.order = order;
            this.example = example;
            this.description = description;
        }
    }
}

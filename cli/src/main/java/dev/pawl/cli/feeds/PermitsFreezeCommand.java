package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lets permits stay where they are, or be shared out again.
@Command(
        description =
                "freeze: gives and takes no permit any more, whoever waits. thaw: shares them out"
                        + " again.",
        footer = {"", "Examples:", "  pawl feeds permits freeze", "  pawl feeds permits thaw"})
final class PermitsFreezeCommand implements Callable<Integer> {
    private final Desk desk;
    private final Order.Verb verb;

    @Mixin ByOptions by = new ByOptions();

    PermitsFreezeCommand(Desk desk, Order.Verb verb) {
        this.desk = desk;
        this.verb = verb;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new Ordering(desk).give(Order.of(verb, by.by().actor(), by.by().reason()));
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Changes how many permits there are.
@Command(
        name = "set",
        description =
                "Changes how many permits there are, also below what is given out: the rest is"
                        + " taken back.",
        footer = {"", "Examples:", "  pawl feeds permits set 4"})
final class PermitsSetCommand implements Callable<Integer> {
    private final Desk desk;

    @Parameters(paramLabel = "N", description = "How many.")
    int count;

    @Mixin ByOptions by = new ByOptions();

    PermitsSetCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() throws InterruptedException {
        long wanted = Desk.permits(count);
        return new Ordering(desk).give(Order.of(Order.Verb.PERMITS, wanted, by.by().actor()));
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Tries again what was put aside.
@Command(
        name = "replay",
        description = "Tries to use a record again that was put aside.",
        footer = {"", "Examples:", "  pawl feeds quarantine replay 3"})
final class QuarantineReplayCommand implements Callable<Integer> {
    private final Desk desk;

    @Parameters(paramLabel = "NUMBER", description = "Its number in the list.")
    long number;

    @Mixin ByOptions by = new ByOptions();

    QuarantineReplayCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new Ordering(desk).give(Order.of(Order.Verb.REPLAY, number, by.by().actor()));
    }
}

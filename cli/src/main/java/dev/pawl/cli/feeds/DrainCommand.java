package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Takes all permits back.
@Command(
        name = "drain",
        description = {
            "Takes all permits back, so that nothing is under way any more.",
            "`pawl feeds run` goes on from there."
        },
        footer = {"", "Examples:", "  pawl feeds drain --reason \"a new version\""})
final class DrainCommand implements Callable<Integer> {
    private final Desk desk;

    @Mixin ByOptions by = new ByOptions();

    DrainCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new Ordering(desk)
                .give(Order.of(Order.Verb.DRAIN, by.by().actor(), by.by().reason()));
    }
}

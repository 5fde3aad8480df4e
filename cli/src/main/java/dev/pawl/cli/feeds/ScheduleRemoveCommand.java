package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Removes a schedule.
@Command(
        name = "remove",
        description = "Removes a schedule. Sources that it started continue.",
        footer = {"", "Examples:", "  pawl feeds schedule remove nightly"})
final class ScheduleRemoveCommand implements Callable<Integer> {
    private final FeedsContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the schedule.")
    String name = "";

    ScheduleRemoveCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new OrderSender(context).sendSchedule(context.feeds().schedules().remove(name));
    }
}

package dev.pawl.cli.feeds;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Removes a schedule.
@Command(
        name = "remove",
        description = "Removes a schedule; what it started goes on.",
        footer = {"", "Examples:", "  pawl feeds schedule remove nightly"})
final class ScheduleRemoveCommand implements Callable<Integer> {
    private final Desk desk;

    @Parameters(paramLabel = "NAME", description = "Its name.")
    String name = "";

    ScheduleRemoveCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() throws InterruptedException {
        return new Ordering(desk).note(desk.feeds(0).timetable().remove(name));
    }
}

package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.ControlRequest.ListSchedules;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists schedules.
@Command(
        name = "schedules",
        description = "Lists schedules and when they fire next.",
        footer = {"", "Examples:", "  pawl schedules", "  pawl schedules pause nightly"})
final class SchedulesCommand implements Callable<Integer> {
    private final Shell shell;

    SchedulesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return print(shell, shell.execute(new ListSchedules()));
    }

    static int print(Shell shell, List<Schedule> schedules) {
        return new ListPrinter<Schedule>(shell, "No schedules.")
                .column("SCHEDULE", Schedule::name)
                .column("MACHINE", Schedule::machine)
                .column("WHEN", Schedule::spec)
                .column("NEXT", each -> each.paused() ? "-" : HumanText.time(each.nextAt()))
                .column("LAST RUN", each -> HumanText.orDash(each.lastRun()))
                .column("", each -> each.paused() ? shell.paint.yellow("paused") : "")
                .print(schedules);
    }
}

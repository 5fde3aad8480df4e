package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
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
        if (shell.json) return shell.json(schedules);
        Table table = shell.table("SCHEDULE", "MACHINE", "WHEN", "NEXT", "LAST RUN", "");
        for (Schedule each : schedules) {
            table.row(
                    each.name(),
                    each.machine(),
                    each.spec(),
                    each.paused() ? "-" : HumanText.time(each.nextAt()),
                    HumanText.orDash(each.lastRun()),
                    each.paused() ? shell.paint.yellow("paused") : "");
        }
        shell.show(table, "No schedules.");
        return ExitCode.OK;
    }
}

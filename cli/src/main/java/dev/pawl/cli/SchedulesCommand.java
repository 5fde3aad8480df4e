package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.Control;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists the schedules.
@Command(
        name = "schedules",
        description = "Lists the schedules and when they fire next.",
        footer = {"", "Examples:", "  pawl schedules", "  pawl schedules pause nightly"})
final class SchedulesCommand implements Callable<Integer> {
    private final Shell shell;

    SchedulesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        try (Control control = shell.open()) {
            return print(shell, control.schedules());
        }
    }

    /// Prints one schedule after it was changed.
    static int changed(Shell shell, Control control, String name) {
        List<Schedule> one =
                control.schedules().stream().filter(each -> each.name().equals(name)).toList();
        return print(shell, one);
    }

    private static int print(Shell shell, List<Schedule> schedules) {
        if (shell.json) return shell.json(schedules);
        if (schedules.isEmpty()) {
            shell.say("There are no schedules.");
            return ExitCode.OK;
        }
        Table table = shell.table("SCHEDULE", "MACHINE", "WHEN", "NEXT", "LAST RUN", "");
        for (Schedule each : schedules) {
            table.row(
                    each.name(),
                    each.machine(),
                    each.spec(),
                    each.paused() ? "-" : Words.time(each.nextAt()),
                    Words.orDash(each.lastRun()),
                    each.paused() ? shell.paint.yellow("paused") : "");
        }
        table.print(shell.out);
        return ExitCode.OK;
    }
}

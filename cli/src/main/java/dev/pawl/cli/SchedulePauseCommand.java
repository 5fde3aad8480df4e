package dev.pawl.cli;

import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Pauses a schedule or lets it fire again.
@Command(description = "Lets a schedule fire no more (pause), or fire again (resume).")
final class SchedulePauseCommand implements Callable<Integer> {
    private final Shell shell;
    private final boolean on;

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    String name = "";

    SchedulePauseCommand(Shell shell, boolean on) {
        this.shell = shell;
        this.on = on;
    }

    @Override
    public Integer call() {
        try (Control control = shell.open()) {
            control.pauseSchedule(name, on);
            return SchedulesCommand.print(
                    shell,
                    control.schedules().stream()
                            .filter(schedule -> schedule.name().equals(name))
                            .toList());
        }
    }
}

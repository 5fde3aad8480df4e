package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.Control;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Lets a schedule fire no more, or again.
@Command(
        description = "pause: lets a schedule fire no more. resume: lets it fire again.",
        footer = {
            "",
            "Examples:",
            "  pawl feeds schedule pause nightly",
            "  pawl feeds schedule resume nightly"
        })
final class SchedulePauseCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;
    private final boolean on;

    @Parameters(paramLabel = "NAME", description = "Its name.")
    String name = "";

    SchedulePauseCommand(Desk desk, boolean on) {
        this.desk = desk;
        this.shell = desk.shell();
        this.on = on;
    }

    @Override
    public Integer call() {
        List<String> names = ScheduleCommand.all(desk).stream().map(Schedule::name).toList();
        if (!names.contains(name)) {
            throw Trouble.notFound(
                    "there is no schedule '%s' of feeds (has: %s)"
                            .formatted(name, String.join(", ", names)));
        }
        try (Control control = shell.open()) {
            control.pauseSchedule(name, on);
        }
        if (shell.json) return shell.json(Map.of("name", name, "paused", on));
        shell.say("schedule '%s' %s".formatted(name, on ? "is paused" : "fires again"));
        return ExitCode.OK;
    }
}

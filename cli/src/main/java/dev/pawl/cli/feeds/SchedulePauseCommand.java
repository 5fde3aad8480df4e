package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.ControlRequest.PauseSchedule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Pauses or resumes a schedule.
@Command
final class SchedulePauseCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;
    private final boolean paused;

    @Parameters(paramLabel = "NAME", description = "Name of the schedule.")
    String name = "";

    private SchedulePauseCommand(FeedsContext context, boolean paused) {
        this.context = context;
        this.shell = context.shell();
        this.paused = paused;
    }

    static CommandLine pause(FeedsContext context) {
        return DescribedCommand.withExample(
                new SchedulePauseCommand(context, true),
                "pawl feeds schedule pause nightly",
                "Pauses a schedule until `resume`.");
    }

    static CommandLine resume(FeedsContext context) {
        return DescribedCommand.withExample(
                new SchedulePauseCommand(context, false),
                "pawl feeds schedule resume nightly",
                "Resumes a paused schedule.");
    }

    @Override
    public Integer call() {
        List<String> names = ScheduleCommand.all(context).stream().map(Schedule::name).toList();
        if (!names.contains(name)) {
            throw CommandException.notFound(
                    "no feeds schedule '%s' (has: %s)".formatted(name, String.join(", ", names)));
        }
        Schedule changed = shell.execute(new PauseSchedule(name, paused));
        if (shell.json) return shell.json(Map.of("name", name, "paused", changed.paused()));
        shell.say("schedule '%s' is %s".formatted(name, changed.paused() ? "paused" : "resumed"));
        return ExitCode.OK;
    }
}

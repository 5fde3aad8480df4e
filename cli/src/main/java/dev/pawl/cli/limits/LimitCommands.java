package dev.pawl.cli.limits;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.ControlRequest.PauseQueue;
import dev.pawl.engine.control.ControlRequest.PauseSchedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import picocli.CommandLine;

/// The commands `queues`, `pools`, `budgets` and `schedules`.
public final class LimitCommands implements CommandGroup {
    @Override
    public String title() {
        return "Limits and schedules";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("queues", () -> queues(shell));
        commands.put("pools", () -> pools(shell));
        commands.put("budgets", () -> new CommandLine(new BudgetsCommand(shell)));
        commands.put("schedules", () -> schedules(shell));
        return commands;
    }

    private static CommandLine queues(Shell shell) {
        CommandLine queues = new CommandLine(new QueuesCommand(shell));
        queues.addSubcommand("set", new QueueSetCommand(shell));
        queues.addSubcommand(
                "pause", queuePause(shell, "Pauses a queue: it admits no more runs.", true));
        queues.addSubcommand(
                "resume", queuePause(shell, "Resumes a queue: it admits runs again.", false));
        queues.addSubcommand("resize", new QueueResizeCommand(shell));
        return queues;
    }

    private static CommandLine pools(Shell shell) {
        CommandLine pools = new CommandLine(new PoolsCommand(shell));
        pools.addSubcommand("release", new PoolReleaseCommand(shell));
        return pools;
    }

    private static CommandLine schedules(Shell shell) {
        CommandLine schedules = new CommandLine(new SchedulesCommand(shell));
        schedules.addSubcommand(
                "pause",
                schedulePause(shell, "Pauses a schedule: it does not fire until resumed.", true));
        schedules.addSubcommand(
                "resume", schedulePause(shell, "Resumes a schedule: it fires again.", false));
        return schedules;
    }

    private static CommandLine queuePause(Shell shell, String description, boolean paused) {
        return named(
                description,
                name -> QueuesCommand.print(shell, shell.execute(new PauseQueue(name, paused))));
    }

    private static CommandLine schedulePause(Shell shell, String description, boolean paused) {
        return named(
                description,
                name -> {
                    Schedule changed = shell.execute(new PauseSchedule(name, paused));
                    return SchedulesCommand.print(shell, List.of(changed));
                });
    }

    private static CommandLine named(String description, ToIntFunction<String> change) {
        return DescribedCommand.of(new NamedCommand(change), description);
    }
}

package dev.pawl.cli.run;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.DescribedCommand;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands `start`, `runs` and `run`.
public final class RunCommands implements CommandGroup {
    @Override
    public String title() {
        return "Runs";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("start", () -> new CommandLine(new StartCommand(shell)));
        commands.put("runs", () -> runs(shell));
        commands.put("run", () -> run(shell));
        return commands;
    }

    private static CommandLine runs(Shell shell) {
        CommandLine runs = new CommandLine(new RunsCommand(shell));
        runs.addSubcommand(
                "cancel", bulk(shell, new Command.Cancel(), "Cancels all matching runs."));
        runs.addSubcommand("pause", bulk(shell, new Command.Pause(), "Pauses all matching runs."));
        runs.addSubcommand(
                "resume", bulk(shell, new Command.Resume(), "Resumes all matching runs."));
        runs.addSubcommand(
                "retry",
                bulk(shell, new Command.RetryNow(), "Retries all matching runs immediately."));
        return runs;
    }

    private static CommandLine bulk(Shell shell, Command command, String description) {
        return DescribedCommand.of(
                new BulkCommand(shell, command),
                description,
                "Without --yes, it only previews the changes.");
    }

    private static CommandLine run(Shell shell) {
        CommandLine run = new CommandLine(new RunCommand());
        run.addSubcommand("show", new RunShowCommand(shell));
        run.addSubcommand("history", new RunHistoryCommand(shell));
        run.addSubcommand("why", new RunWhyCommand(shell));
        run.addSubcommand(
                "cancel",
                order(shell, new Command.Cancel(), "Cancels a run and cleans up after it."));
        run.addSubcommand(
                "pause", order(shell, new Command.Pause(), "Pauses a run before its next state."));
        run.addSubcommand("resume", order(shell, new Command.Resume(), "Resumes a paused run."));
        run.addSubcommand(
                "retry",
                order(
                        shell,
                        new Command.RetryNow(),
                        "Retries a parked or backing-off run immediately."));
        run.addSubcommand(
                "skip",
                order(
                        shell,
                        new Command.Skip(),
                        "Skips the current state as if it had completed."));
        run.addSubcommand("goto", new RunGotoCommand(shell));
        run.addSubcommand("fork", new RunForkCommand(shell));
        return run;
    }

    private static CommandLine order(Shell shell, Command command, String description) {
        return DescribedCommand.of(new RunOrderCommand(shell, command), description);
    }
}

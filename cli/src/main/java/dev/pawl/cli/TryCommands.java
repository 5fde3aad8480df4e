package dev.pawl.cli;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands `demo`, `top` and `bench`, and the hidden ones that support them.
final class TryCommands implements CommandGroup {
    @Override
    public String title() {
        return "Try and watch";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("demo", () -> new CommandLine(new DemoCommand(shell)));
        commands.put("top", () -> new CommandLine(new TopCommand(shell)));
        commands.put("bench", () -> new CommandLine(new BenchCommand(shell)));
        commands.put(TrainCommand.NAME, () -> new CommandLine(new TrainCommand(shell)));
        commands.put(DemoWorkerCommand.NAME, () -> new CommandLine(new DemoWorkerCommand(shell)));
        return commands;
    }
}

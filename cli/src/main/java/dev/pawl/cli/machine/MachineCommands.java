package dev.pawl.cli.machine;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands `machines`, `diagram`, `check`, `node` and `nodes`.
public final class MachineCommands implements CommandGroup {
    @Override
    public String title() {
        return "Machines and nodes";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("machines", () -> new CommandLine(new MachinesCommand(shell)));
        commands.put("diagram", () -> new CommandLine(new DiagramCommand(shell)));
        commands.put("check", () -> new CommandLine(new CheckCommand(shell)));
        commands.put("node", () -> new CommandLine(new NodeCommand(shell)));
        commands.put("nodes", () -> new CommandLine(new NodesCommand(shell)));
        return commands;
    }
}

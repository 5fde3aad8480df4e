package dev.pawl.cli.store;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// The commands `report`, `verify`, `sql` and `store`.
public final class StoreCommands implements CommandGroup {
    @Override
    public String title() {
        return "Store";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("report", () -> new CommandLine(new ReportCommand(shell)));
        commands.put("verify", () -> new CommandLine(new VerifyCommand(shell)));
        commands.put("sql", () -> new CommandLine(new SqlCommand(shell)));
        commands.put("store", () -> store(shell));
        return commands;
    }

    private static CommandLine store(Shell shell) {
        CommandLine store = new CommandLine(new StoreCommand());
        store.addSubcommand("move", new StoreMoveCommand(shell));
        return store;
    }
}

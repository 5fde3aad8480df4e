package dev.pawl.cli.classes;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.Controller;
import dev.pawl.engine.CauseProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// Registers the classes system with the `pawl` command.
public final class ClassesCommandGroup implements CommandGroup {
    @Override
    public String title() {
        return "Systems";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        return Map.of("classes", () -> ClassesCommands.of(shell));
    }

    @Override
    public List<CauseProvider> causes() {
        return List.of(Controller.causes());
    }
}

package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// Registers the images system with the `pawl` command.
public final class ImagesCommandGroup implements CommandGroup {
    @Override
    public String title() {
        return "Systems";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        return Map.of("images", () -> ImagesCommands.of(shell));
    }
}

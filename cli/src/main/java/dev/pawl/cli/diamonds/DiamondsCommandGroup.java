package dev.pawl.cli.diamonds;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.CauseProvider;
import dev.pawl.pipeline.Pipeline;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// Registers the diamonds system with the `pawl` command.
public final class DiamondsCommandGroup implements CommandGroup {
    @Override
    public String title() {
        return "Systems";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        return Map.of("diamonds", () -> DiamondsCommands.of(shell));
    }

    /// The causes of the limiter are registered with those of the feeds.
    @Override
    public List<CauseProvider> causes() {
        return List.of(Pipeline.causes());
    }
}

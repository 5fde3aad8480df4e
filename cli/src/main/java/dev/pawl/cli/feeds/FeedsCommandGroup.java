package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.CommandGroup;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.CauseProvider;
import dev.pawl.limiter.Limiter;
import dev.pawl.orchestrator.Orchestrator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// Registers the feeds system with the `pawl` command.
public final class FeedsCommandGroup implements CommandGroup {
    @Override
    public String title() {
        return "Systems";
    }

    @Override
    public Map<String, Supplier<CommandLine>> commands(Shell shell) {
        return Map.of("feeds", () -> FeedsCommands.of(shell));
    }

    @Override
    public List<CauseProvider> causes() {
        return List.of(Orchestrator.causes(), Limiter.causes());
    }
}

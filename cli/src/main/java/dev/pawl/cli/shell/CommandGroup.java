package dev.pawl.cli.shell;

import dev.pawl.engine.CauseProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/// Commands about one subject, and what they add to the other commands.
///
/// A system built on the engine registers its commands this way: nothing else in the generic
/// packages of the command line knows the system.
public interface CommandGroup {
    /// Returns the title above the commands in `pawl --help`; groups may share one.
    String title();

    /// Returns the commands by name, in the order of the help. Only those that a command line needs
    /// are created, because describing a command takes time.
    Map<String, Supplier<CommandLine>> commands(Shell shell);

    /// Returns what knows why runs of this system wait, for `pawl run why` without an engine.
    default List<CauseProvider> causes() {
        return List.of();
    }
}

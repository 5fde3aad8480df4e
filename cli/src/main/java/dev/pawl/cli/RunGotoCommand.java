package dev.pawl.cli;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Sends a run to a state.
@CommandLine.Command(
        name = "goto",
        description = "Sends a run to a state, forward or back; a body in flight is stopped first.")
final class RunGotoCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Parameters(index = "1", paramLabel = "STATE", description = "Where it is to go.")
    String state = "";

    @Mixin ByOptions by = new ByOptions();

    RunGotoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return Orders.give(shell, run, new Command.GoTo(state), by.by());
    }
}

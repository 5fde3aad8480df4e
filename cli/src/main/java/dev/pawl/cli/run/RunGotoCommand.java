package dev.pawl.cli.run;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Moves a run to a state.
@CommandLine.Command(
        name = "goto",
        description = {
            "Moves a run to another state, forward or back.",
            "A body that is executing is stopped first."
        })
final class RunGotoCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Parameters(index = "1", paramLabel = "STATE", description = "State to move the run to.")
    String state = "";

    @Mixin ByOptions by = new ByOptions();

    RunGotoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return RunOrder.give(shell, run, new Command.GoTo(state), by.by());
    }
}

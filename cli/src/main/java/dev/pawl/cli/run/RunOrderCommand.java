package dev.pawl.cli.run;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// Gives a run an order without parameters.
@CommandLine.Command
final class RunOrderCommand implements Callable<Integer> {
    private final Shell shell;
    private final Command command;

    @Mixin RunArgument run = new RunArgument();

    @Mixin ByOptions by = new ByOptions();

    RunOrderCommand(Shell shell, Command command) {
        this.shell = shell;
        this.command = command;
    }

    @Override
    public Integer call() {
        return RunOrder.give(shell, run, command, by.by());
    }
}

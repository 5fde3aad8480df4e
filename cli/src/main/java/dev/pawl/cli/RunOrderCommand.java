package dev.pawl.cli;

import dev.pawl.engine.Command;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Gives a run an order that needs no more than its name.
@CommandLine.Command
final class RunOrderCommand implements Callable<Integer> {
    private final Shell shell;
    private final Command command;

    @Parameters(paramLabel = "ID", description = "The run's id, or its beginning.")
    String id = "";

    @Mixin ByOptions by = new ByOptions();

    RunOrderCommand(Shell shell, Command command) {
        this.shell = shell;
        this.command = command;
    }

    @Override
    public Integer call() {
        return Orders.give(shell, id, command, by.by());
    }
}

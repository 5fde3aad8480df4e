package dev.pawl.cli;

import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Changes something that goes by a name, and prints it as it is then.
@Command
final class NamedCommand implements Callable<Integer> {
    private final Shell shell;
    private final Change change;

    @Parameters(paramLabel = "NAME", description = "Its name.")
    String name = "";

    NamedCommand(Shell shell, Change change) {
        this.shell = shell;
        this.change = change;
    }

    @Override
    public Integer call() {
        try (Control control = shell.open()) {
            return change.make(control, name);
        }
    }

    /// What is done, and printed; returns the exit code.
    interface Change {
        int make(Control control, String name);
    }
}

package dev.pawl.cli;

import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Changes how many runs of a queue execute at once.
@Command(
        name = "resize",
        description = "Changes how many runs of a queue execute at once; 0 is no limit.")
final class QueueResizeCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue.")
    String name = "";

    @Parameters(index = "1", paramLabel = "N", description = "How many slots it has.")
    int concurrency;

    QueueResizeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (concurrency < 0) throw Trouble.usage("slots are 0 or more, not " + concurrency);
        try (Control control = shell.open()) {
            control.resizeQueue(name, concurrency);
            return QueuesCommand.changed(shell, control, name);
        }
    }
}

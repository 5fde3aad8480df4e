package dev.pawl.cli.limits;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.ResizeQueue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Changes how many runs of a queue can execute at once.
@Command(
        name = "resize",
        description = "Changes how many runs of a queue can execute at once; 0 means no limit.")
final class QueueResizeCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the queue.")
    String name = "";

    @Parameters(index = "1", paramLabel = "N", description = "Number of slots.")
    int concurrency;

    QueueResizeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (concurrency < 0) {
            throw CommandException.usage("N must be 0 or more, found " + concurrency);
        }
        return QueuesCommand.print(shell, shell.execute(new ResizeQueue(name, concurrency)));
    }
}

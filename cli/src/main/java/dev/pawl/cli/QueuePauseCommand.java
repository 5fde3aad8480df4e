package dev.pawl.cli;

import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Pauses a queue or lets it go on.
@Command(description = "Lets a queue admit no run (pause), or admit runs again (resume).")
final class QueuePauseCommand implements Callable<Integer> {
    private final Shell shell;
    private final boolean on;

    @Parameters(paramLabel = "NAME", description = "The queue.")
    String name = "";

    QueuePauseCommand(Shell shell, boolean on) {
        this.shell = shell;
        this.on = on;
    }

    @Override
    public Integer call() {
        try (Control control = shell.open()) {
            control.pauseQueue(name, on);
            return QueuesCommand.changed(shell, control, name);
        }
    }
}

package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.volume.thin.ThinPool;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Marks a stuck pool as repaired.
@Command(
        name = "clear",
        description = {
            "Marks a stuck pool as repaired so that work resumes.",
            "A pool is stuck after a device-mapper program could not be killed. Until you clear it,"
                    + " nothing in the pool changes and its runs wait; `pawl run why` shows the"
                    + " reason."
        },
        footer = {"", "Examples:", "  pawl images pool", "  pawl images pool clear"})
final class PoolClearCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    PoolClearCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException {
        if (!ThinPool.isIn(context.pool())) {
            throw CommandException.notFound("there is no thin pool in " + context.home());
        }
        ThinPool.clearProblem(context.pool());
        if (shell.json) return shell.json(Map.of("cleared", true));
        shell.say("The pool is cleared; waiting runs resume.");
        return ExitCode.OK;
    }
}

package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.volume.thin.ThinPool;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Forgets that a program got stuck.
@Command(
        name = "clear",
        description = {
            "Says that somebody has seen to a pool in which a program got stuck.",
            "Until then nothing is done in it; runs wait, and say why."
        },
        footer = {"", "Examples:", "  pawl images pool", "  pawl images pool clear"})
final class PoolClearCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    PoolClearCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException {
        if (!ThinPool.isIn(shelf.pool())) {
            throw Trouble.notFound("there is no thin pool in " + shelf.home());
        }
        ThinPool.clearTrouble(shelf.pool());
        if (shell.json) return shell.json(Map.of("cleared", true));
        shell.say("The pool may be used again.");
        return ExitCode.OK;
    }
}

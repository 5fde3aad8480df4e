package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.DeactivateResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Switches a snapshot off.
@Command(
        name = "deactivate",
        description = {
            "Switches a snapshot off; what is in it stays.",
            "`pawl images activate` or `process` switches it on again."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images snapshots",
            "  pawl images deactivate snap-img-2f0c…"
        })
final class DeactivateCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    @Parameters(paramLabel = "SNAPSHOT", description = "The snapshot's name.")
    String name = "";

    DeactivateCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String found = shelf.ask(catalog -> Shelf.snapshot(catalog, name)).device().name();
        Acts acts = new Acts(shelf);
        return acts.await(acts.images().deactivate(found), DeactivateResponse.class, this::print);
    }

    private int print(DeactivateResponse off) {
        if (shell.json) return shell.json(off);
        shell.say(
                "%s %s."
                        .formatted(
                                off.snapshotName(),
                                off.deactivated() ? "is inactive" : "was inactive already"));
        return ExitCode.OK;
    }
}

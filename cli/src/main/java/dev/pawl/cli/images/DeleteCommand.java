package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.DeleteResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Removes an image.
@Command(
        name = "delete",
        description = {
            "Removes an image with its snapshots, its volume and its file.",
            "Refused while a snapshot of it is active, while it is pinned, and while a run works on"
                    + " it."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images deactivate snap-img-2f0c…",
            "  pawl images delete img-2f0c"
        })
final class DeleteCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    @Parameters(
            paramLabel = "IMAGE",
            description = "The id of an image, or how it begins, or the key it is from.")
    String wanted = "";

    DeleteCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String id = shelf.ask(catalog -> Shelf.image(catalog, wanted)).imageId();
        Acts acts = new Acts(shelf);
        return acts.await(acts.images().delete(id), DeleteResponse.class, this::print);
    }

    private int print(DeleteResponse gone) {
        if (shell.json) return shell.json(gone);
        shell.say(
                "%s is gone: %d volumes, %,d bytes."
                        .formatted(gone.imageId(), gone.volumes(), gone.freedBytes()));
        return ExitCode.OK;
    }
}

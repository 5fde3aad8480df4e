package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.PinRequest;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Keeps an image whatever a retention says, or lets it go again.
@Command(
        description = {
            "`pin` keeps an image: neither `delete` nor the retention of `gc` removes it.",
            "`unpin` lets it go again."
        },
        footer = {"", "Examples:", "  pawl images pin small.tar", "  pawl images unpin small.tar"})
final class PinCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;
    private final boolean pins;

    @Parameters(
            paramLabel = "IMAGE",
            description = "The id of an image, or how it begins, or the key it is from.")
    String wanted = "";

    PinCommand(Shelf shelf, boolean pins) {
        this.shelf = shelf;
        this.shell = shelf.shell();
        this.pins = pins;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String id = shelf.ask(catalog -> Shelf.image(catalog, wanted)).imageId();
        Acts acts = new Acts(shelf);
        return acts.await(acts.images().pin(id, pins), PinRequest.class, this::print);
    }

    private int print(PinRequest done) {
        if (shell.json) return shell.json(done);
        shell.say("%s is %s.".formatted(done.imageId(), done.pinned() ? "pinned" : "not pinned"));
        return ExitCode.OK;
    }
}

package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.Catalog;
import dev.pawl.images.Image;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists images.
@Command(
        name = "list",
        description = "Lists the images that the store knows, oldest first.",
        footer = {"", "Examples:", "  pawl images list", "  pawl images list --json"})
final class ListCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    ListCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() {
        List<Image> images = shelf.ask(Catalog::images);
        if (shell.json) return shell.json(images);
        Table table = shell.table("IMAGE", "KEY", "DOWNLOAD", "ACTIVATION", "BYTES", "SOURCE");
        for (Image image : images) {
            table.row(
                    image.imageId(),
                    image.origin().s3Key(),
                    image.downloadStatus(),
                    image.activationStatus(),
                    "%,d".formatted(image.copy().sizeBytes()),
                    Words.cut(image.origin().source(), 60));
        }
        shell.show(table, "There is no image.");
        return ExitCode.OK;
    }
}

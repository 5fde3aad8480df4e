package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists images.
@Command(
        name = "list",
        description = "Lists all images, oldest first.",
        footer = {"", "Examples:", "  pawl images list", "  pawl images list --json"})
final class ListCommand implements Callable<Integer> {
    private final ImagesContext context;

    ListCommand(ImagesContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return new ListPrinter<Image>(context.shell(), "There are no images.")
                .column("IMAGE", Image::imageId)
                .column("KEY", image -> image.origin().s3Key())
                .column("DOWNLOAD", Image::downloadStatus)
                .column("ACTIVATION", Image::activationStatus)
                .column("BYTES", image -> "%,d".formatted(image.copy().sizeBytes()))
                .column("SOURCE", image -> HumanText.cut(image.origin().source(), 60))
                .print(context.query(Catalog::images));
    }
}

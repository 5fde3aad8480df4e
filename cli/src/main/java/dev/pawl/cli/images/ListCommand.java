package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists images.
@Command(
        name = "list",
        description = "Lists all images, oldest first.",
        footer = {"", "Examples:", "  pawl images list", "  pawl images list --json"})
final class ListCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    ListCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<Image> images = context.query(Catalog::images);
        if (shell.json) return shell.json(images);
        Table table = shell.table("IMAGE", "KEY", "DOWNLOAD", "ACTIVATION", "BYTES", "SOURCE");
        for (Image image : images) {
            table.row(
                    image.imageId(),
                    image.origin().s3Key(),
                    image.downloadStatus(),
                    image.activationStatus(),
                    "%,d".formatted(image.copy().sizeBytes()),
                    HumanText.cut(image.origin().source(), 60));
        }
        shell.show(table, "There are no images.");
        return ExitCode.OK;
    }
}

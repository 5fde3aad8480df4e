package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.Catalog;
import dev.pawl.images.Image;
import dev.pawl.images.Snapshot;
import dev.pawl.images.Unpacked;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Shows one image.
@Command(
        name = "show",
        description = "Shows one image: where it is from, its file, its volume and its snapshots.",
        footer = {"", "Examples:", "  pawl images show img-2f0c", "  pawl images show small.tar"})
final class ShowCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    @Parameters(
            paramLabel = "IMAGE",
            description = "The id of an image, or how it begins, or the key it is from.")
    String wanted = "";

    ShowCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() {
        return shelf.ask(this::show);
    }

    private int show(Catalog catalog) {
        Image image = Shelf.image(catalog, wanted);
        Optional<Unpacked> volume = catalog.unpacked(image.imageId());
        List<Snapshot> snapshots = catalog.snapshots(image.imageId());
        if (shell.json) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("image", image);
            json.put("unpacked", volume.orElse(null));
            json.put("snapshots", snapshots);
            return shell.json(json);
        }
        line("image", image.imageId());
        line("from", image.origin().s3Key() + " of " + image.origin().source());
        line("download", image.downloadStatus());
        if (!image.copy().checksum().isEmpty()) {
            line("file", image.copy().localPath());
            line("bytes", "%,d".formatted(image.copy().sizeBytes()));
            line("sha256", image.copy().checksum());
        }
        volume.ifPresent(found -> {
            line("volume", "%s, number %d".formatted(found.device().name(), found.device().id()));
            line("holds", "%,d files, %,d bytes".formatted(found.fileCount(), found.sizeBytes()));
        });
        line("activation", image.activationStatus());
        for (Snapshot each : snapshots) {
            line(
                    each.active() ? "active" : "inactive",
                    each.device().name() + " " + each.devicePath());
        }
        image.failure().ifPresent(reason -> line("failure", reason));
        return ExitCode.OK;
    }

    private void line(String name, String value) {
        shell.say("%-11s %s".formatted(name, value));
    }
}

package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.UnpackedImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows one image.
@Command(
        name = "show",
        description = "Shows one image: its source, file, volume and snapshots.",
        footer = {"", "Examples:", "  pawl images show img-2f0c", "  pawl images show small.tar"})
final class ImageShowCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    @Mixin ImageArgument wanted = new ImageArgument();

    ImageShowCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        return context.query(this::show);
    }

    private int show(Catalog catalog) {
        Image image = wanted.in(catalog);
        Optional<UnpackedImage> volume = catalog.unpacked(image.imageId());
        List<Snapshot> snapshots = catalog.snapshots(image.imageId());
        if (shell.json) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("image", image);
            json.put("unpacked", volume.orElse(null));
            json.put("snapshots", snapshots);
            return shell.json(json);
        }
        line("image", image.imageId());
        line("key", image.origin().s3Key());
        line("source", image.origin().source());
        line("download", image.downloadStatus());
        if (!image.copy().checksum().isEmpty()) {
            line("file", image.copy().localPath());
            line("size", "%,d bytes".formatted(image.copy().sizeBytes()));
            line("sha256", image.copy().checksum());
        }
        volume.ifPresent(found -> {
            line("volume", "%s, number %d".formatted(found.device().name(), found.device().id()));
            line(
                    "contents",
                    "%,d files, %,d bytes".formatted(found.fileCount(), found.sizeBytes()));
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

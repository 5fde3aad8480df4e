package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.volume.Device;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates or reactivates a snapshot of an image.
@Command(
        name = "activate",
        description = {
            "Activates a snapshot of an unpacked image, and creates it if it does not exist.",
            "An image can have any number of snapshots. They are independent of each other, and an"
                    + " inactive snapshot keeps its contents."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images activate small.tar",
            "  pawl images activate img-2f0c --snapshot blue"
        })
final class ActivateCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    @Mixin ImageArgument wanted = new ImageArgument();

    @Option(
            names = "--snapshot",
            paramLabel = "NAME",
            description = "Name of the snapshot (default: snap-IMAGE).")
    @Nullable String snapshot;

    @Mixin OverrideOption override = new OverrideOption();

    ActivateCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        UnpackedImage unpacked =
                context.query(catalog -> {
                    Image image = wanted.in(catalog);
                    return catalog.unpacked(image.imageId()).orElseThrow(() -> notUnpacked(image));
                });
        RunStarter starter = new RunStarter(context);
        return starter.await(
                starter.images().activate(request(unpacked)), ActivateResponse.class, this::print);
    }

    private ActivateRequest request(UnpackedImage unpacked) {
        Device volume = unpacked.device();
        ActivateRequest request =
                ActivateRequest.of(unpacked.imageId(), volume.id(), volume.name())
                        .override(override.reason);
        try {
            return snapshot == null ? request : request.snapshotName(snapshot);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private static CommandException notUnpacked(Image image) {
        return CommandException.refused(
                "image %s is not unpacked; run `pawl images process` first"
                        .formatted(image.imageId()));
    }

    private int print(ActivateResponse response) {
        if (shell.json) return shell.json(response);
        shell.say(
                "%s %s"
                        .formatted(
                                response.snapshotName(),
                                response.activated() ? "is active" : "was already active"));
        shell.say("  " + response.devicePath());
        return ExitCode.OK;
    }
}

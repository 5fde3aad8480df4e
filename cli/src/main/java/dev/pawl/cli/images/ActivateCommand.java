package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.ActivateResponse;
import dev.pawl.images.Image;
import dev.pawl.images.Unpacked;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Gives an image a snapshot.
@Command(
        name = "activate",
        description = {
            "Gives an unpacked image a snapshot, or switches one on again with what is in it.",
            "An image may have any number of snapshots; what is written into one is in no other."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images activate small.tar",
            "  pawl images activate img-2f0c --snapshot blue"
        })
final class ActivateCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    @Parameters(
            paramLabel = "IMAGE",
            description = "The id of an image, or how it begins, or the key it is from.")
    String wanted = "";

    @Option(
            names = "--snapshot",
            paramLabel = "NAME",
            description = "The snapshot's name; snap-IMAGE unless told.")
    String snapshot = "";

    @Option(
            names = "--override",
            paramLabel = "REASON",
            description = "Do it although the place for volumes is too full; the run keeps why.")
    String override = "";

    ActivateCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Unpacked unpacked =
                shelf.ask(catalog -> {
                    Image image = Shelf.image(catalog, wanted);
                    return catalog.unpacked(image.imageId()).orElseThrow(() -> notUnpacked(image));
                });
        Acts acts = new Acts(shelf);
        return acts.await(
                acts.images().activate(unpacked, snapshot, override),
                ActivateResponse.class,
                this::print);
    }

    private static Trouble notUnpacked(Image image) {
        return Trouble.refused(
                "image %s is not unpacked: `pawl images process` does that first"
                        .formatted(image.imageId()));
    }

    private int print(ActivateResponse on) {
        if (shell.json) return shell.json(on);
        shell.say(
                "%s %s"
                        .formatted(
                                on.snapshotName(),
                                on.activated() ? "is active" : "was active already"));
        shell.say("  " + on.devicePath());
        return ExitCode.OK;
    }
}

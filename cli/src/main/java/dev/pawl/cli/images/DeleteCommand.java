package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.request.DeleteResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Deletes an image.
@Command(
        name = "delete",
        description = {
            "Deletes an image with its snapshots, its volume and its file.",
            "An image that is pinned, has an active snapshot or is used by a run is not deleted."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images deactivate snap-img-2f0c…",
            "  pawl images delete img-2f0c"
        })
final class DeleteCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    @Mixin ImageArgument wanted = new ImageArgument();

    DeleteCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String id = context.query(wanted::in).imageId();
        RunStarter starter = new RunStarter(context);
        return starter.await(starter.images().delete(id), DeleteResponse.class, this::print);
    }

    private int print(DeleteResponse response) {
        if (shell.json) return shell.json(response);
        shell.say(
                "Deleted %s: %d volumes, %,d bytes."
                        .formatted(response.imageId(), response.volumes(), response.freedBytes()));
        return ExitCode.OK;
    }
}

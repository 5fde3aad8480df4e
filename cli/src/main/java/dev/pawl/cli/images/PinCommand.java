package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.request.PinRequest;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Pins or unpins an image.
@Command(
        description = {
            "Protects an image from deletion: `pin` sets the protection, `unpin` removes it.",
            "Neither `delete` nor the retention limits of `gc` delete a pinned image."
        },
        footer = {"", "Examples:", "  pawl images pin small.tar", "  pawl images unpin small.tar"})
final class PinCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;
    private final boolean pins;

    @Mixin ImageArgument wanted = new ImageArgument();

    PinCommand(ImagesContext context, boolean pins) {
        this.context = context;
        this.shell = context.shell();
        this.pins = pins;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String id = context.query(wanted::in).imageId();
        RunStarter starter = new RunStarter(context);
        return starter.await(starter.images().pin(id, pins), PinRequest.class, this::print);
    }

    private int print(PinRequest response) {
        if (shell.json) return shell.json(response);
        shell.say(
                "%s is %s."
                        .formatted(
                                response.imageId(), response.pinned() ? "pinned" : "not pinned"));
        return ExitCode.OK;
    }
}

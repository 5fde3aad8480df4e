package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.request.DeactivateResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Deactivates a snapshot.
@Command(
        name = "deactivate",
        description = {
            "Deactivates a snapshot and keeps its contents.",
            "`pawl images activate` or `pawl images process` activates it again."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images snapshots",
            "  pawl images deactivate snap-img-2f0c…"
        })
final class DeactivateCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    @Parameters(paramLabel = "SNAPSHOT", description = "Name of the snapshot.")
    String name = "";

    DeactivateCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String found =
                context.query(catalog -> ImagesContext.snapshot(catalog, name)).device().name();
        RunStarter starter = new RunStarter(context);
        return starter.await(
                starter.images().deactivate(found), DeactivateResponse.class, this::print);
    }

    private int print(DeactivateResponse response) {
        if (shell.json) return shell.json(response);
        shell.say(
                "%s %s."
                        .formatted(
                                response.snapshotName(),
                                response.deactivated() ? "is inactive" : "was already inactive"));
        return ExitCode.OK;
    }
}

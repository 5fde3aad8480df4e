package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Snapshot;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists snapshots.
@Command(
        name = "snapshots",
        description = "Lists all snapshots, with the paths of the active ones.",
        footer = {"", "Examples:", "  pawl images snapshots", "  pawl images snapshots --json"})
final class SnapshotsCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    SnapshotsCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<Snapshot> snapshots = context.query(Catalog::snapshots);
        if (shell.json) return shell.json(snapshots);
        Table table = shell.table("SNAPSHOT", "ID", "ACTIVE", "IMAGE", "ORIGIN", "PATH");
        for (Snapshot snapshot : snapshots) {
            table.row(
                    snapshot.device().name(),
                    snapshot.device().id(),
                    snapshot.active() ? shell.paint.green("yes") : "no",
                    snapshot.imageId(),
                    snapshot.originId(),
                    snapshot.active() ? snapshot.devicePath() : "-");
        }
        shell.show(table, "There are no snapshots.");
        return ExitCode.OK;
    }
}

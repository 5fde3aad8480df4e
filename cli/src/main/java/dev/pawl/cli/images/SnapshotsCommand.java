package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.Catalog;
import dev.pawl.images.Snapshot;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists snapshots.
@Command(
        name = "snapshots",
        description = "Lists the snapshots, and where those that are active can be used.",
        footer = {"", "Examples:", "  pawl images snapshots", "  pawl images snapshots --json"})
final class SnapshotsCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    SnapshotsCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() {
        List<Snapshot> snapshots = shelf.ask(Catalog::snapshots);
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
        shell.show(table, "There is no snapshot.");
        return ExitCode.OK;
    }
}

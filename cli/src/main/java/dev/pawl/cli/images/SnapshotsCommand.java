package dev.pawl.cli.images;

import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Snapshot;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists snapshots.
@Command(
        name = "snapshots",
        description = "Lists all snapshots, with the paths of the active ones.",
        footer = {"", "Examples:", "  pawl images snapshots", "  pawl images snapshots --json"})
final class SnapshotsCommand implements Callable<Integer> {
    private final ImagesContext context;

    SnapshotsCommand(ImagesContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Shell shell = context.shell();
        return new ListPrinter<Snapshot>(shell, "There are no snapshots.")
                .column("SNAPSHOT", snapshot -> snapshot.device().name())
                .column("ID", snapshot -> snapshot.device().id())
                .column("ACTIVE", each -> each.active() ? shell.paint.green("yes") : "no")
                .column("IMAGE", Snapshot::imageId)
                .column("ORIGIN", Snapshot::originId)
                .column("PATH", each -> each.active() ? each.devicePath() : "-")
                .print(context.query(Catalog::snapshots));
    }
}

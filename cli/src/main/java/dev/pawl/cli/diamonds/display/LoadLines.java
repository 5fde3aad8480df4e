package dev.pawl.cli.diamonds.display;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.table.PartitionRow;
import java.util.HashSet;
import java.util.Set;

/// Prints a line when the state changes, a partition ends, or a run starts to wait.
final class LoadLines implements LoadDisplay {
    private final Shell shell;
    private final Set<String> ended = new HashSet<>();
    private String state = "";
    private String waits = "";

    LoadLines(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void show(LoadSnapshot snapshot, String reason) {
        for (PartitionRow each : snapshot.partitions()) {
            if (each.isFailed() || each.isCompleted()) print(snapshot, each);
        }
        if (!state.equals(snapshot.state())) {
            state = snapshot.state();
            print(snapshot, state + partitions(snapshot));
        }
        if (!reason.equals(waits) && !reason.isEmpty()) print(snapshot, "waits: " + reason);
        waits = reason;
        shell.out.flush();
    }

    private static String partitions(LoadSnapshot snapshot) {
        if (snapshot.partitions().isEmpty()) return "";
        return ": %d of %d partitions, %,d stones"
                .formatted(snapshot.completed(), snapshot.partitions().size(), snapshot.fetched());
    }

    private void print(LoadSnapshot snapshot, PartitionRow row) {
        String id = row.partition().id();
        String outcome = row.isFailed() ? "failed" : "completed";
        // A failed partition that is retried ends again.
        if (!ended.add(id + outcome + row.nextOffset())) return;
        print(
                snapshot,
                row.isFailed()
                        ? "%s failed at offset %,d: %s"
                                .formatted(id, row.nextOffset(), DiamondsJson.error(row))
                        : "%s completed: %,d stones".formatted(id, row.counts().fetched()));
    }

    private void print(LoadSnapshot snapshot, String text) {
        shell.say("%s  %s".formatted(HumanText.time(snapshot.at()), text));
    }

    @Override
    public void close() {}
}

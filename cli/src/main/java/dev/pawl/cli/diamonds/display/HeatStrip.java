package dev.pawl.cli.diamonds.display;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.LiveLines;
import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.table.PartitionRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A strip on a terminal: one cell per partition that fills from bottom to top, the rate, the time
/// left, and why nothing moves.
public final class HeatStrip implements LoadDisplay {
    private static final String LEVELS = "·▁▂▃▄▅▆▇";

    /// More partitions than fit beside each other continue on the next line.
    private static final int CELLS = 60;

    private final Shell shell;
    private final LiveLines lines;
    private final LoadRate fetching = new LoadRate();
    private final LoadRate consolidating = new LoadRate();

    HeatStrip(Shell shell) {
        this.shell = shell;
        this.lines = new LiveLines(shell.out);
    }

    @Override
    public void show(LoadSnapshot snapshot, String reason) {
        fetching.add(snapshot.at(), snapshot.fetched());
        consolidating.add(snapshot.at(), -snapshot.pending());
        lines.show(lines(snapshot, reason));
    }

    @Override
    public void close() {
        lines.clear();
    }

    private List<String> lines(LoadSnapshot snapshot, String reason) {
        Paint paint = shell.paint;
        List<String> all = new ArrayList<>();
        all.add(title(paint, snapshot));
        all.addAll(cells(paint, snapshot.partitions()));
        all.add(progress(snapshot));
        if (!reason.isEmpty()) all.add(paint.yellow("waits: " + reason));
        return all;
    }

    private static String title(Paint paint, LoadSnapshot snapshot) {
        String type = snapshot.row().map(row -> row.origin().type() + " run").orElse("run");
        String time =
                snapshot.row()
                        .map(row ->
                                ", "
                                        + HumanText.brief(
                                                Duration.between(row.startedAt(), snapshot.at())))
                        .orElse("");
        return "%s  %s of %s%s"
                .formatted(paint.bold(snapshot.state()), type, snapshot.run().key(), time);
    }

    /// Returns the strip, in lines of as many cells as fit.
    public static List<String> cells(Paint paint, List<PartitionRow> partitions) {
        List<String> all = new ArrayList<>();
        for (int from = 0; from < partitions.size(); from += CELLS) {
            int to = Math.min(from + CELLS, partitions.size());
            all.add(
                    partitions.subList(from, to).stream()
                            .map(each -> cell(paint, each))
                            .collect(Collectors.joining()));
        }
        return all;
    }

    private static String cell(Paint paint, PartitionRow row) {
        if (row.isFailed()) return paint.red("✗");
        if (row.isCompleted()) return paint.green("█");
        String level = String.valueOf(LEVELS.charAt(level(row)));
        if (row.error() != null) return paint.yellow(level);
        return row.status().isEmpty() ? paint.faint(level) : paint.cyan(level);
    }

    private static int level(PartitionRow row) {
        long estimate = Math.max(1, row.partition().estimate());
        long share = row.counts().fetched() * (LEVELS.length() - 1) / estimate;
        return Math.clamp(share, row.counts().fetched() > 0 ? 1 : 0, LEVELS.length() - 1);
    }

    private String progress(LoadSnapshot snapshot) {
        boolean consolidates = snapshot.state().equals(RunState.Consolidating.name());
        if (consolidates) {
            return "%,d stones read, %,d to consolidate%s"
                    .formatted(
                            snapshot.fetched(),
                            snapshot.pending(),
                            speed(consolidating, snapshot.pending()));
        }
        if (snapshot.partitions().isEmpty()) return "counting stones at the supplier…";
        String failed =
                snapshot.failed().isEmpty()
                        ? ""
                        : ", %d failed".formatted(snapshot.failed().size());
        return "%,d of about %,d stones, %d of %d partitions complete%s%s"
                .formatted(
                        snapshot.fetched(),
                        snapshot.expected(),
                        snapshot.completed(),
                        snapshot.partitions().size(),
                        failed,
                        speed(fetching, snapshot.expected() - snapshot.fetched()));
    }

    private static String speed(LoadRate rate, long rest) {
        if (rate.perSecond() <= 0) return "";
        String left =
                rate.left(rest)
                        .map(each -> ", about %s left".formatted(HumanText.brief(each)))
                        .orElse("");
        return "  %,.0f/s%s".formatted(rate.perSecond(), left);
    }
}

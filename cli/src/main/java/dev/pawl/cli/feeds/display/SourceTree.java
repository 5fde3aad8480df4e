package dev.pawl.cli.feeds.display;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.LiveLines;
import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A tree on a terminal: the orchestration, its sources, and the results of completed ones.
public final class SourceTree implements RunDisplay {
    private static final String BRANCH = "├ ";

    private final Shell shell;
    private final LiveLines lines;
    private final Rates rates = new Rates();

    SourceTree(Shell shell) {
        this.shell = shell;
        this.lines = new LiveLines(shell.out);
    }

    @Override
    public void show(SourcesSnapshot snapshot) {
        rates.add(snapshot);
        lines.show(lines(shell.paint, snapshot, rates));
    }

    @Override
    public void close() {
        lines.clear();
    }

    static List<String> lines(Paint paint, SourcesSnapshot snapshot, Rates rates) {
        List<String> all = new ArrayList<>();
        int held = snapshot.pool().held().values().stream().mapToInt(Integer::intValue).sum();
        all.add(
                "%s  %d of %d permits in use%s"
                        .formatted(
                                paint.bold(snapshot.state()),
                                held,
                                snapshot.pool().total(),
                                snapshot.pool().frozen() ? ", frozen" : ""));
        Table table = new Table(paint, "  SOURCE", "STATE", "PERMITS", "ITEMS", "RATE", "LEFT", "");
        for (ProviderStats each : snapshot.providers())
            table.row(cells(paint, each, snapshot.at(), rates));
        all.addAll(branched(table.lines()));
        Table done =
                SourceOutcomes.table(
                        paint, snapshot.providers().stream().filter(SourcesSnapshot::isCompleted));
        if (!done.isEmpty()) {
            all.add("");
            all.addAll(done.lines());
        }
        return all;
    }

    /// Closes the tree at its last line.
    private static List<String> branched(List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        all.add(all.removeLast().replaceFirst(BRANCH, "└ "));
        return all;
    }

    private static Object[] cells(Paint paint, ProviderStats stats, Instant now, Rates rates) {
        ProviderStats.Counts counts = stats.row().counts();
        boolean runs = stats.state() == ProviderState.RUNNING;
        double rate = rates.of(stats.row().id());
        return new Object[] {
            BRANCH + stats.row().id(),
            SourceOutcomes.state(paint, stats),
            stats.permitsHeld() == 0 ? "-" : stats.permitsHeld(),
            items(counts, runs),
            runs && rate > 0 ? "%,.0f/s".formatted(rate) : "-",
            runs ? rates.left(stats).map(HumanText::brief).orElse("-") : "-",
            reason(stats, now)
        };
    }

    private static String items(ProviderStats.Counts counts, boolean runs) {
        String done = "%,d".formatted(counts.processed());
        return runs && counts.expected() > counts.processed()
                ? "%s of about %,d".formatted(done, counts.expected())
                : done;
    }

    /// Returns why a source waits, and when it resumes.
    public static String reason(ProviderStats stats, Instant now) {
        Instant wakes = stats.wakesAt();
        boolean waiting = stats.state() == ProviderState.WAITING_BACKOFF;
        String when =
                wakes == null || !waiting || wakes.isBefore(now)
                        ? ""
                        : "resumes in %s: "
                                .formatted(HumanText.brief(Duration.between(now, wakes)));
        boolean failed =
                stats.state() == ProviderState.TERMINATED && !SourcesSnapshot.isCompleted(stats);
        return when + (failed ? stats.row().detail() : stats.waitsFor());
    }
}

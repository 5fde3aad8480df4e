package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.LiveLines;
import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A live tree: the whole, below it each source, below them what came of those that are done.
final class Tree implements Picture {
    private static final String BRANCH = "├ ";

    private final Shell shell;
    private final LiveLines lines;
    private final Rates rates = new Rates();

    Tree(Shell shell) {
        this.shell = shell;
        this.lines = new LiveLines(shell.out);
    }

    @Override
    public void show(Look look) {
        rates.note(look);
        lines.show(lines(shell.paint, look, rates));
    }

    @Override
    public void close() {
        lines.clear();
    }

    static List<String> lines(Paint paint, Look look, Rates rates) {
        List<String> all = new ArrayList<>();
        int held = look.pool().held().values().stream().mapToInt(Integer::intValue).sum();
        all.add(
                "%s  %d of %d permits given out%s"
                        .formatted(
                                paint.bold(look.state()),
                                held,
                                look.pool().total(),
                                look.pool().frozen() ? ", frozen" : ""));
        Table table = new Table(paint, "  SOURCE", "STATE", "PERMITS", "ITEMS", "RATE", "LEFT", "");
        for (ProviderStats each : look.providers()) table.row(cells(paint, each, look.at(), rates));
        all.addAll(branched(table.lines()));
        Table done = Outcomes.table(paint, look.providers().stream().filter(Look::isCompleted));
        if (!done.isEmpty()) {
            all.add("");
            all.addAll(done.lines());
        }
        return all;
    }

    /// Returns lines whose last one ends the tree.
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
            Outcomes.state(paint, stats),
            stats.permitsHeld() == 0 ? "-" : stats.permitsHeld(),
            items(counts, runs),
            runs && rate > 0 ? "%,.0f/s".formatted(rate) : "-",
            runs ? rates.left(stats).map(Words::brief).orElse("-") : "-",
            reason(stats, now)
        };
    }

    private static String items(ProviderStats.Counts counts, boolean runs) {
        String done = "%,d".formatted(counts.processed());
        return runs && counts.expected() > counts.processed()
                ? "%s of about %,d".formatted(done, counts.expected())
                : done;
    }

    /// Returns when it moves again, and why it does not.
    static String reason(ProviderStats stats, Instant now) {
        Instant wakes = stats.wakesAt();
        boolean waits = stats.state() == ProviderState.WAITING_BACKOFF;
        String when =
                wakes == null || !waits || wakes.isBefore(now)
                        ? ""
                        : "goes on in %s: ".formatted(Words.brief(Duration.between(now, wakes)));
        boolean failed = stats.state() == ProviderState.TERMINATED && !Look.isCompleted(stats);
        return when + (failed ? stats.row().detail() : stats.waitsFor());
    }
}

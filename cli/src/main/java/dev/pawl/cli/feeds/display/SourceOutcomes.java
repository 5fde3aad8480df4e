package dev.pawl.cli.feeds.display;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Table;
import dev.pawl.orchestrator.ProviderStats;
import java.util.stream.Stream;

/// The results of sources as text.
public final class SourceOutcomes {
    private SourceOutcomes() {}

    static Table table(Paint paint, Stream<ProviderStats> providers) {
        Table table =
                new Table(paint, "SOURCE", "CREATED", "CHANGED", "UNCHANGED", "REMOVED", "ERRORS");
        providers.forEach(each -> {
            ProviderStats.Counts counts = each.row().counts();
            table.row(
                    each.row().id(),
                    number(counts.changes().created()),
                    number(counts.changes().changed()),
                    number(counts.changes().unchanged()),
                    number(counts.changes().removed()),
                    number(counts.errors()));
        });
        return table;
    }

    private static String number(long count) {
        return "%,d".formatted(count);
    }

    static String text(ProviderStats stats) {
        ProviderStats.Counts counts = stats.row().counts();
        return "%,d created, %,d changed, %,d unchanged, %,d removed, %,d errors"
                .formatted(
                        counts.changes().created(),
                        counts.changes().changed(),
                        counts.changes().unchanged(),
                        counts.changes().removed(),
                        counts.errors());
    }

    /// Returns a state in its colour: active, waiting, completed or failed.
    public static String state(Paint paint, ProviderStats stats) {
        String name = stats.state().name();
        return switch (stats.state()) {
            case ACQUIRING, RUNNING -> paint.cyan(name);
            case WAITING_QUOTA, WAITING_BACKOFF, PAUSED -> paint.yellow(name);
            case IDLE -> SourcesSnapshot.isBlocked(stats) ? paint.yellow(name) : name;
            case TERMINATED ->
                    SourcesSnapshot.isCompleted(stats) ? paint.green(name) : paint.red(name);
        };
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Table;
import dev.pawl.orchestrator.ProviderStats;
import java.util.stream.Stream;

/// What became of sources, and of their items.
final class Outcomes {
    private Outcomes() {}

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

    static String words(ProviderStats stats) {
        ProviderStats.Counts counts = stats.row().counts();
        return "%,d created, %,d changed, %,d unchanged, %,d removed, %,d errors"
                .formatted(
                        counts.changes().created(),
                        counts.changes().changed(),
                        counts.changes().unchanged(),
                        counts.changes().removed(),
                        counts.errors());
    }

    /// Returns a state in its colour: moving, held up, done, or bad.
    static String state(Paint paint, ProviderStats stats) {
        String text = stats.state().name();
        return switch (stats.state()) {
            case ACQUIRING, RUNNING -> paint.cyan(text);
            case WAITING_QUOTA, WAITING_BACKOFF, PAUSED -> paint.yellow(text);
            case IDLE -> Look.isBlocked(stats) ? paint.yellow(text) : text;
            case TERMINATED -> Look.isCompleted(stats) ? paint.green(text) : paint.red(text);
        };
    }
}

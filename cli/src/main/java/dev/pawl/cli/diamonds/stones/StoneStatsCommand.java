package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.canonical.StoneQueries;
import dev.pawl.diamonds.canonical.StoneQueries.UnknownCount;
import dev.pawl.diamonds.canonical.StoneStats;
import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.watermark.Watermark;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Counts stones.
@Command(
        name = "stats",
        description = {
            "Counts stones: payloads as the supplier sent them, and live canonical stones.",
            "The price is the sum of what suppliers ask for the live stones, in their currencies."
                    + " The watermark is the oldest one of the feeds. Grades and other values that"
                    + " are not known are listed."
        },
        footer = {"", "Examples:", "  pawl diamonds stats", "  pawl diamonds stats --json"})
final class StoneStatsCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Option(
            names = "--feed",
            paramLabel = "NAME",
            description = "Only stones of this feed (default: all feeds).")
    @Nullable String feed;

    StoneStatsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Map<String, @Nullable Object> stats = context.ask(this::read);
        List<UnknownCount> unknown = context.stones(StoneQueries::unknownValues);
        if (shell.json) {
            stats.put("unknownValues", unknown);
            return shell.json(stats);
        }
        Table table = shell.table("WHAT", "VALUE");
        stats.forEach((name, value) ->
                table.row(
                        name,
                        value instanceof Long number
                                ? "%,d".formatted(number)
                                : HumanText.orDash(value)));
        table.print(shell.out);
        print(unknown);
        return ExitCode.OK;
    }

    private Map<String, @Nullable Object> read(Store store) {
        String only = feed;
        if (only != null) DiamondsContext.run(store, only, "");
        StoneQueries stones = Diamonds.stones(store::query);
        StoneStats counts = only == null ? stones.stats() : stones.stats(only);
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("raw", counts.raw());
        all.put("canonical", counts.canonical());
        all.put("available", counts.available());
        all.put("onHold", counts.onHold());
        all.put("removed", counts.removed());
        all.put("quarantined", counts.quarantined());
        all.put("supplierPriceCents", counts.supplierPriceCents());
        all.put("watermark", watermark(store, only));
        return all;
    }

    /// Returns the watermark of a feed, or the oldest one of all feeds.
    private static @Nullable Instant watermark(Store store, @Nullable String feed) {
        return Watermark.all(store::query).stream()
                .filter(each -> feed == null || each.feed().equals(feed))
                .map(Watermark::value)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private void print(List<UnknownCount> unknown) {
        if (unknown.isEmpty()) return;
        shell.say("Values that the vocabulary lacks:");
        Table table = shell.table("FEED", "FIELD", "VALUE", "SEEN", "EXAMPLE");
        for (UnknownCount each : unknown) {
            table.row(each.feed(), each.field(), each.value(), each.seen(), each.example());
        }
        table.print(shell.out);
    }
}

package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.canonical.StoneStats;
import dev.pawl.pipeline.watermark.Watermark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Counts stones.
@Command(
        name = "stats",
        description = {
            "Counts stones: payloads as the supplier sent them, and live canonical stones.",
            "The price is the sum of what the supplier asks for the live stones."
        },
        footer = {"", "Examples:", "  pawl diamonds stats", "  pawl diamonds stats --json"})
final class StoneStatsCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();

    StoneStatsCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Map<String, @Nullable Object> stats =
                context.ask(store -> {
                    StoneStats counts = Diamonds.stones(store::query).stats();
                    Map<String, @Nullable Object> all = new LinkedHashMap<>();
                    all.put("raw", counts.raw());
                    all.put("canonical", counts.canonical());
                    all.put("available", counts.available());
                    all.put("onHold", counts.onHold());
                    all.put("removed", counts.removed());
                    all.put("quarantined", counts.quarantined());
                    all.put("supplierPriceCents", counts.supplierPriceCents());
                    all.put(
                            "watermark",
                            Watermark.find(store::query, feed.feed())
                                    .map(Watermark::value)
                                    .orElse(null));
                    return all;
                });
        if (shell.json) return shell.json(stats);
        Table table = shell.table("WHAT", "VALUE");
        stats.forEach((name, value) ->
                table.row(
                        name,
                        value instanceof Long number
                                ? "%,d".formatted(number)
                                : String.valueOf(value)));
        table.print(shell.out);
        return ExitCode.OK;
    }
}

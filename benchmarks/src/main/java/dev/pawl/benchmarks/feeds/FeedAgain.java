package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A second load of documents that have not changed.
final class FeedAgain implements Row {
    private static final double RATIO_MAX = 0.5;
    private static final String BAR = "at most 0.5 x the first load, and no row rewritten";

    @Override
    public String name() {
        return "feed-again";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        try (Scratch scratch = at.scratch("feed-again")) {
            Optional<Path> documents = FeedDocuments.find(at.scale(), scratch);
            if (documents.isEmpty()) return Result.skipped(this, FeedLoad.NO_DOCUMENTS);
            try (FeedsSystem kitchen = FeedsSystem.open(scratch.resolve("home"), documents.get())) {
                double first = kitchen.load();
                List<String> before = written(kitchen);
                double second = kitchen.load();
                boolean same = written(kitchen).equals(before);
                Map<String, Object> beside = new LinkedHashMap<>();
                beside.put("firstSeconds", first);
                beside.put("secondSeconds", second);
                beside.put("rowsRewritten", same ? "none" : "some");
                double ratio = second / first;
                String what =
                        "documents that have not changed, loaded again: time beside the first";
                boolean met = ratio <= RATIO_MAX && same;
                return new Result(name(), what, ratio, "x", BAR, met, beside);
            }
        }
    }

    /// Returns values that change if any row of the loaded data is written.
    private static List<String> written(FeedsSystem kitchen) {
        return kitchen.engine()
                .query(
                        "select count(*), max(written_at), (select count(*) from feed_changes),"
                                + " (select count(*) from feed_links) from feed_items",
                        row ->
                                "%d %s %d %d"
                                        .formatted(
                                                row.number(1),
                                                row.text(2),
                                                row.number(3),
                                                row.number(4)));
    }
}

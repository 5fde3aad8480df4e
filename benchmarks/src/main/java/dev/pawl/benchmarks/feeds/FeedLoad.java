package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Loads all seven sources into the store, beside a bare loop that parses and inserts the same.
final class FeedLoad implements Row {
    static final String NO_DOCUMENTS = "there is no collection of documents on this machine";

    private static final double RATIO_MAX = 2;
    private static final String BAR = "at most 2 x a bare parse and bulk insert of the same rows";

    @Override
    public String name() {
        return "feed-load";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int rounds = at.scale().of(3, 1, 1);
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        long items = 0;
        for (int round = 0; round < rounds; round++) {
            try (Scratch scratch = at.scratch("feed-load")) {
                Optional<Path> documents = FeedDocuments.find(at.scale(), scratch);
                if (documents.isEmpty()) return Result.skipped(this, NO_DOCUMENTS);
                at.say("feed-load: round %d of %d".formatted(round + 1, rounds));
                try (BareFeedLoad hand = new BareFeedLoad(scratch.resolve("bare.db"))) {
                    bare.add(hand.load(documents.get()));
                    items = hand.items();
                }
                try (FeedsSystem kitchen =
                        FeedsSystem.open(scratch.resolve("home"), documents.get())) {
                    ours.add(kitchen.load());
                    if (kitchen.items() != items) {
                        throw new IllegalStateException(
                                "expected %d items, found %d".formatted(items, kitchen.items()));
                    }
                }
            }
        }
        double ratio = best(ours) / best(bare);
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("seconds", best(ours));
        beside.put("bareSeconds", best(bare));
        beside.put("items", items);
        beside.put("rounds", rounds);
        String what = "all seven sources, from files into the store: time beside the bare loop's";
        return new Result(name(), what, ratio, "x", BAR, ratio <= RATIO_MAX, beside);
    }

    private static double best(List<Double> seconds) {
        return seconds.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }
}

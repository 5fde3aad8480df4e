package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.Row;
import java.util.List;

/// The rows about feeds.
public final class FeedRows {
    private FeedRows() {}

    public static List<Row> all() {
        return List.of(
                new FeedLoad(),
                new FeedAgain(),
                new FeedQueries(),
                new FeedHeap(),
                new BrokerPlans());
    }
}

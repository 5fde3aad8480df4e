package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.frame.Row;
import java.util.List;

/// The rows about feeds.
public final class FeedRows {
    private FeedRows() {}

    public static List<Row> all() {
        return List.of(
                new FeedLoad(),
                new FeedAgain(),
                new FeedQuestions(),
                new FeedHeap(),
                new BrokerPlans());
    }
}

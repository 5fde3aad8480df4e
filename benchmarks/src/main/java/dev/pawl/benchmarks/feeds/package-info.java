/// The rows about feeds: how fast documents are loaded, and how fast queries on them are.
///
/// Start at [FeedRows][dev.pawl.benchmarks.feeds.FeedRows]. `FeedDocuments` finds the documents,
/// `BareFeedLoad` loads them without an engine, and `FeedsSystem` is the system in an engine.
@NullMarked
package dev.pawl.benchmarks.feeds;

import org.jspecify.annotations.NullMarked;

/// The rows about feeds: how fast documents become a base, and how fast that answers.
///
/// Start at [FeedRows][dev.pawl.benchmarks.feeds.FeedRows]. `Sources` says where documents are,
/// `ByHand` does with them what a program without an engine would do, and `Kitchen` is the system
/// in an engine.
@NullMarked
package dev.pawl.benchmarks.feeds;

import org.jspecify.annotations.NullMarked;

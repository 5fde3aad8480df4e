/// What a system implements to load a source with a pipeline, and the values that pass between
/// them.
///
/// Start at [Feed][dev.pawl.pipeline.feed.Feed]. A run asks it for a plan, then each partition for
/// page after page; consolidators claim, prepare and write batches; the end of a complete full run
/// removes what was not seen.
///
/// Must stay true: requests go through [FeedCalls][dev.pawl.pipeline.feed.FeedCalls]; a feed writes
/// only in the transaction that it is given; nothing here knows a machine.
@NullMarked
package dev.pawl.pipeline.feed;

import org.jspecify.annotations.NullMarked;

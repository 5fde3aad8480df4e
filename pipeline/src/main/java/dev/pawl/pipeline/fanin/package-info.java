/// Whether a run whose partitions have ended is consolidated.
///
/// Start at [FanIn][dev.pawl.pipeline.fanin.FanIn]. Must stay true: the decision is pure, and a run
/// that misses a partition never advances the watermark.
@NullMarked
package dev.pawl.pipeline.fanin;

import org.jspecify.annotations.NullMarked;

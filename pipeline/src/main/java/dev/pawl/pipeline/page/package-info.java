/// Partitions: one run of the engine each, one page per attempt, one commit per page.
///
/// Start at [PartitionMachine][dev.pawl.pipeline.page.PartitionMachine]; `PageStep` commits a page
/// that `PageFinder` finds.
///
/// Must stay true: a page commits only if the cursor is at its offset; a page continues behind an
/// item that was read; a partition ends at a page that reaches its total, never at its estimate.
@NullMarked
package dev.pawl.pipeline.page;

import org.jspecify.annotations.NullMarked;

/// Partitions: one run of the engine each, one page per attempt, one commit per page.
///
/// Start at [PartitionMachine][dev.pawl.pipeline.page.PartitionMachine]; `PageStep` reads and
/// commits a page.
///
/// Must stay true: a page commits only if the cursor is at its offset; a partition ends at a page
/// that is not full and that the closing count confirms, never at its estimate.
@NullMarked
package dev.pawl.pipeline.page;

import org.jspecify.annotations.NullMarked;

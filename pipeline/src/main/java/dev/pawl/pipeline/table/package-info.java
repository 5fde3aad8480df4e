/// The tables of a pipeline: what creates, writes and reads them.
///
/// Start at [PipelineSchema][dev.pawl.pipeline.table.PipelineSchema].
/// [WorkerTable][dev.pawl.pipeline.table.WorkerTable] writes the rows of one partition,
/// [RunTable][dev.pawl.pipeline.table.RunTable] those of a run; the rows themselves read.
///
/// Must stay true: a partition is counted as completed or failed in the commit that ends its row,
/// so the counters equal the rows; SQL of both databases is here, except for that of the feeds.
@NullMarked
package dev.pawl.pipeline.table;

import org.jspecify.annotations.NullMarked;

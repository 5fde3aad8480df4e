/// Runs of a pipeline: from the request to the advanced watermark.
///
/// Start at [RunMachine][dev.pawl.pipeline.run.RunMachine]. `CreationStep` fixes the window and
/// plans, `FanInStep` leads from partitions to consolidators, `CompletionStep` checks the numbers
/// and completes, `RunSteps` notices stalls and records failures.
///
/// Must stay true: the window is fixed in the first commit; partitions are started in the commit
/// that counts them as expected; the watermark moves in the commit that completes the run, and only
/// if nothing is missing.
@NullMarked
package dev.pawl.pipeline.run;

import org.jspecify.annotations.NullMarked;

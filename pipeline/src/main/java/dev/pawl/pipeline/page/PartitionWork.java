package dev.pawl.pipeline.page;

import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.Window;
import dev.pawl.run.RunId;
import java.util.UUID;

/// The work item of a partition: what its worker needs to read it. `parent` is the run's id in the
/// engine.
public record PartitionWork(
        String feed,
        UUID run,
        String traceId,
        Window window,
        Partition partition,
        int pageSize,
        String parent) {

    PageRequest page(long offset) {
        return new PageRequest(run, partition, window, offset, pageSize);
    }

    RunId parentRun() {
        return RunId.parse(parent);
    }

    /// Returns the key of the run that reads the partition: one at a time.
    public String key() {
        return run + "/" + partition.id();
    }
}

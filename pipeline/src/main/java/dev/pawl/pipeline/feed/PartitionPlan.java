package dev.pawl.pipeline.feed;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The partitions that cover a window, and remarks for the report, such as a range that could not
/// be divided.
public record PartitionPlan(List<Partition> partitions, List<String> remarks) {
    /// What one commit starts.
    public static final int PARTITIONS_MAX = 1_000;

    public PartitionPlan {
        partitions = List.copyOf(partitions);
        remarks = List.copyOf(remarks);
        if (partitions.size() > PARTITIONS_MAX) {
            throw new IllegalArgumentException(
                    "expected at most %d partitions, found %d"
                            .formatted(PARTITIONS_MAX, partitions.size()));
        }
        Set<String> ids = new HashSet<>();
        for (Partition each : partitions) {
            if (!ids.add(each.id())) {
                throw new IllegalArgumentException(
                        "expected one partition with id '%s', found two".formatted(each.id()));
            }
        }
    }

    /// Creates a plan without remarks.
    public static PartitionPlan of(List<Partition> partitions) {
        return new PartitionPlan(partitions, List.of());
    }
}

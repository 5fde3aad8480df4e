package dev.pawl.classes.resource;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which members of the data grid hold which shards.
public record GridPlacement(
        Map<String, List<Long>> nodeIds, @Nullable Long nodeId, List<Assignment> assignments) {
    public static final GridPlacement NONE = new GridPlacement(Map.of(), null, List.of());

    public GridPlacement {
        nodeIds = Map.copyOf(nodeIds);
        assignments = List.copyOf(assignments);
    }

    /// The members and shards of one collection.
    public record Assignment(
            String collection, @Nullable Long primary, List<Long> replica, List<Long> shardIds) {
        public Assignment {
            replica = List.copyOf(replica);
            shardIds = List.copyOf(shardIds);
        }
    }
}

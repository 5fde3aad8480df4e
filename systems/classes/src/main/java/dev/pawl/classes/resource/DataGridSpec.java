package dev.pawl.classes.resource;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of the data grid (ODGM): its collections and how they are spread over its members.
public record DataGridSpec(
        List<String> collections,
        int partitionCount,
        int replicaCount,
        String shardType,
        GridInvocations invocations,
        Map<String, String> options,
        @Nullable String log,
        GridPlacement placement) {
    /// The settings of a grid whose spec has none.
    public static final DataGridSpec DEFAULT =
            new DataGridSpec(
                    List.of(),
                    1,
                    1,
                    "mst",
                    GridInvocations.NONE,
                    Map.of(),
                    null,
                    GridPlacement.NONE);

    public DataGridSpec {
        collections = List.copyOf(collections);
        options = Map.copyOf(options);
    }
}

package dev.pawl.classes.cluster;

import java.util.List;

/// The objects of a selection at one version of the server.
public record Listing(List<ResourceManifest> items, String resourceVersion) {
    public Listing {
        items = List.copyOf(items);
    }
}

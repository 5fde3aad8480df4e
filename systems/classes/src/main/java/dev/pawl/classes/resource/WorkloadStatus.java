package dev.pawl.classes.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was made of a class: its template and why, its children and the routers it uses.
public record WorkloadStatus(
        @Nullable String template,
        List<String> explanation,
        List<ResourceRef> resourceRefs,
        List<Router> routers) {
    public static final WorkloadStatus NONE =
            new WorkloadStatus(null, List.of(), List.of(), List.of());

    public WorkloadStatus {
        explanation = List.copyOf(explanation);
        resourceRefs = List.copyOf(resourceRefs);
        routers = List.copyOf(routers);
    }

    /// A child by kind and name.
    public record ResourceRef(String kind, String name) implements Comparable<ResourceRef> {
        @Override
        public int compareTo(ResourceRef other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : name.compareTo(other.name);
        }
    }

    /// A router that was discovered by its labels.
    public record Router(String service, int port) {}
}

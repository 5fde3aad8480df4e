package dev.pawl.classes.resource;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was made of a class: its template and why, its children and the routers it uses.
///
/// `revisions` has the specs that were available, the newest last; `progress` has the times that
/// deadlines count from.
public record WorkloadStatus(
        @Nullable String template,
        List<String> explanation,
        List<ResourceRef> resourceRefs,
        List<Router> routers,
        List<Revision> revisions,
        Progress progress) {
    /// How many revisions a status keeps.
    public static final int REVISIONS_MAX = 3;

    public static final WorkloadStatus NONE =
            new WorkloadStatus(
                    null, List.of(), List.of(), List.of(), List.of(), Progress.NOT_STARTED);

    public WorkloadStatus {
        explanation = List.copyOf(explanation);
        resourceRefs = List.copyOf(resourceRefs);
        routers = List.copyOf(routers);
        revisions = List.copyOf(revisions);
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

    /// A spec that was available, as JSON.
    public record Revision(long generation, Instant availableAt, String spec) {}

    /// Since when a class progresses to its generation, is in its phase, and is free of the problem
    /// that degraded it; null where that does not apply.
    public record Progress(
            @Nullable Instant since, @Nullable Instant phaseSince, @Nullable Instant clearSince) {
        public static final Progress NOT_STARTED = new Progress(null, null, null);
    }
}

package dev.pawl.classes.template;

import dev.pawl.classes.observation.ManagedKind;
import java.util.Set;

/// What kind of cluster children run in: its profile (`dev`, `edge` or `full`) and the kinds that
/// its API server serves.
public record ClusterProfile(String name, Set<ManagedKind> served) {
    public ClusterProfile {
        served = Set.copyOf(served);
    }

    /// Returns the profile of a cluster with every kind.
    public static ClusterProfile full() {
        return new ClusterProfile("full", Set.of(ManagedKind.values()));
    }
}

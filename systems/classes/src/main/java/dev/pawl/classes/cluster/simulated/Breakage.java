package dev.pawl.classes.cluster.simulated;

/// What can be wrong with a workload of the simulated cluster.
public enum Breakage {
    /// Its containers start and exit, with growing pauses.
    CRASH_LOOP,
    /// Its image cannot be pulled.
    IMAGE_PULL,
    /// Its pods find no node.
    UNSCHEDULABLE,
    /// Another user deletes it, once.
    DELETE,
    /// Another manager takes over its replicas and images, once.
    CONFLICT
}

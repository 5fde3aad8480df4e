/// The port to a Kubernetes API server, the objects that pass it, and local copies of them.
///
/// Start at [ClusterClient][dev.pawl.classes.cluster.ClusterClient]. Package `kubernetes`
/// implements it for a real server, `simulated` in memory; one contract suite checks both.
/// [Informers][dev.pawl.classes.cluster.Informers] keep copies up to date over either.
///
/// Must stay true: a manifest never changes, so caches can share it. A source that cannot be listed
/// is lost, never empty.
@NullMarked
package dev.pawl.classes.cluster;

import org.jspecify.annotations.NullMarked;

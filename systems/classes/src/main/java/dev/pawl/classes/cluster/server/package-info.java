/// A simulated cluster in a process of its own, which others reach over HTTP on loopback.
///
/// Start at [ClusterServer][dev.pawl.classes.cluster.server.ClusterServer]. A request is read
/// (`KubernetesRequest`), executed by a client of the simulated cluster (`ApiHandler`), and
/// answered as a Kubernetes API server answers (`ApiStatus`, `WatchResponse`), so that
/// [KubernetesCluster][dev.pawl.classes.cluster.kubernetes.KubernetesCluster] is its client.
///
/// Must stay true: it speaks what that client needs and no more; the contract suite checks it.
@NullMarked
package dev.pawl.classes.cluster.server;

import org.jspecify.annotations.NullMarked;

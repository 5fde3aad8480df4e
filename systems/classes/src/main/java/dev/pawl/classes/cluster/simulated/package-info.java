/// A Kubernetes cluster in memory, for demonstrations, chaos tests and users without a cluster.
///
/// Start at [SimulatedCluster][dev.pawl.classes.cluster.simulated.SimulatedCluster]. A request of a
/// client takes its way (`SimulatedClient`), gets the lock (`ClusterState`), is checked and merged
/// (`ObjectWrites`, `Ownership`, `Fields`, `Schema`), and becomes a new version (`ObjectStore`),
/// which watches receive (`WatchStream`) and the cluster's own controllers notice (`Agenda`,
/// `Workloads`, `Autoscalers`).
///
/// Must stay true: where it differs from a real API server, the real one is right, and the contract
/// suite shows it. Stored trees are shared between versions and never change. No lock is held
/// across a call to the host.
@NullMarked
package dev.pawl.classes.cluster.simulated;

import org.jspecify.annotations.NullMarked;

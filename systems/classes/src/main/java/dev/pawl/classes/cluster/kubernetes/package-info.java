/// The port to a real API server, over fabric8's configuration and HTTP client.
///
/// Start at [KubernetesCluster][dev.pawl.classes.cluster.kubernetes.KubernetesCluster]. Requests
/// and answers are JSON, read once; fabric8's models are not used.
///
/// Must stay true: nothing is retried here and no watch is resumed here, so that callers see every
/// failure.
@NullMarked
package dev.pawl.classes.cluster.kubernetes;

import org.jspecify.annotations.NullMarked;

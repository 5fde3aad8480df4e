/// The port to a Kubernetes API server, and the objects that pass it.
///
/// Must stay true: a [Manifest][dev.pawl.classes.cluster.Manifest] never changes, so caches can
/// share it.
@NullMarked
package dev.pawl.classes.cluster;

import org.jspecify.annotations.NullMarked;

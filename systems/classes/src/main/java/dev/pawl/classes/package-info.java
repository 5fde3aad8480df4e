/// The Class Runtime Manager: a Kubernetes controller for `ClassRuntime` resources.
///
/// Package `cluster` is the port to a Kubernetes API server.
@NullMarked
package dev.pawl.classes;

import org.jspecify.annotations.NullMarked;

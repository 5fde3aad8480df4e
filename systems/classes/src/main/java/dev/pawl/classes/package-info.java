/// The Class Runtime Manager: a Kubernetes controller for `ClassRuntime` resources.
///
/// Start at `Classes`: it registers with an engine, observes and controls. Package `cluster` is the
/// port to a Kubernetes API server, `measurement` the port to a metrics system; `control` connects
/// them with the pure core: `resource`, `template`, `observation`, `evaluation`, `status`,
/// `enforcement`, `analysis` and `metrics`. `Rollbacks` needs a client alone.
///
/// Must stay true: what decides is pure; what makes requests decides nothing.
@NullMarked
package dev.pawl.classes;

import org.jspecify.annotations.NullMarked;

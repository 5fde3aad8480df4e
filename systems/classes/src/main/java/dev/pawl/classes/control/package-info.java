/// Controls classes in a cluster: connects the pure evaluation with caches and requests.
///
/// Start at `ClassControl`, which wakes the controller: `ClassObserver` reads the informers'
/// copies, `ClassEvaluator` calls the pure core, `ClassActuator` and `ClassStatusWriter` make the
/// requests. `AnalyzerLoop` asks for metrics and keeps what they recommend in `Analyses`.
/// `LeaderElection` decides which process controls.
///
/// Must stay true: an apply that changes nothing is never sent; a delete and a status write have
/// preconditions; an object that another owner controls is neither changed nor deleted; what a
/// write returned is in the caches before the next look at them.
@NullMarked
package dev.pawl.classes.control;

import org.jspecify.annotations.NullMarked;

/// What was seen in the cluster, as values that decisions are made from.
///
/// [Observed][dev.pawl.classes.observation.Observed] is everything about one class;
/// [ChildReader][dev.pawl.classes.observation.ChildReader] reads it from manifests.
///
/// Must stay true: a source that could not be listed is *lost*. It is never read as empty.
@NullMarked
package dev.pawl.classes.observation;

import org.jspecify.annotations.NullMarked;

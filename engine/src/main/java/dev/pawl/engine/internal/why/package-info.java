/// Explains why a run does not move.
///
/// Start at [WhyAnalyzer]: it asks the definition, queues, permits, relatives and, with
/// [RunPlacement], the nodes; systems add what they know.
///
/// Must stay true: it only reads.
@NullMarked
package dev.pawl.engine.internal.why;

import org.jspecify.annotations.NullMarked;

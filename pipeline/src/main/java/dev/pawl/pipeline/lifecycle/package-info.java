/// The lifecycles of a pipeline as enums and tables: a run, a partition, the inside of a worker and
/// of a consolidation, and the events that operators send.
///
/// Must stay true: constants are spelled as in the diagrams of the specification, because they are
/// what is stored, printed and compared. Nothing here has behaviour.
@NullMarked
package dev.pawl.pipeline.lifecycle;

import org.jspecify.annotations.NullMarked;

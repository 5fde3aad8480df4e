/// Measures the engine and its yardsticks.
///
/// Start at [Bench]: it measures the rows that are asked for, one after the other, each a [Row]
/// that answers with a [Result]. A row works in a [Scratch] directory of the [Workplace]; a [Load]
/// is work that goes on until it is closed: [PawlLoad] in an engine, [YardstickLoad] on a bare
/// [Yardstick]. What must happen in another process (a small heap, a death) is a `…Child` started
/// by [ChildJvm]. Other engines are in the package `peers`: each works in a [PeerChild], and
/// [PeerFigures] is what it and its database did meanwhile.
///
/// Must stay true: a figure stands beside its yardstick, measured in the same go on the same disk,
/// by turns; what a yardstick writes is what it says that it writes.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;

/// Measures the engine and its yardsticks.
///
/// Start at [Bench]: it measures the rows that are asked for, one after the other. What a row is,
/// and where it works, is in the package `frame`. A [Load] is work that goes on until it is closed:
/// [PawlLoad] in an engine, [YardstickLoad] on a bare [Yardstick]. What must happen in another
/// process (a small heap, a death) is a `…Child`. Other engines are in the package `peers`: each
/// works in a [PeerChild], and [PeerFigures] is what it and its database did meanwhile. The rows
/// about images are in the package `images`.
///
/// Must stay true: a figure stands beside its yardstick, measured in the same go on the same disk,
/// by turns; what a yardstick writes is what it says that it writes.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;

/// Measures the engine beside yardsticks: the barest code that does the same work on the same disk.
///
/// Start at [Bench]: it measures the requested rows one after the other. The rows about a store in
/// a file are here; what must happen in another process (a small heap, a crash) is a `…Child`.
///
/// - `dev.pawl.benchmarks.harness`: what a row is, its context and its result
/// - `dev.pawl.benchmarks.load`: loads in an engine and on yardsticks, and how they are measured
/// - `dev.pawl.benchmarks.postgres`: the rows on PostgreSQL and beside other engines
/// - `dev.pawl.benchmarks.peers`: those other engines
/// - `dev.pawl.benchmarks.feeds`, `dev.pawl.benchmarks.images`, `dev.pawl.benchmarks.diamonds`: the
///   rows of the systems
///
/// Must stay true: a figure stands beside its yardstick, measured alternately in the same run on
/// the same disk; a yardstick writes exactly what its description says.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;

/// What every measurement has: a [Row] is measured in a [BenchContext] of some [Scale] and returns
/// a [Result]; a [Scratch] directory is removed afterwards, and a [ChildJvm] is a separate process.
@NullMarked
package dev.pawl.benchmarks.harness;

import org.jspecify.annotations.NullMarked;

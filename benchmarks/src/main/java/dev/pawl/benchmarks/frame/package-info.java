/// What every measurement has: a [Row] is measured at a [Workplace] of some [Scale] and gives a
/// [Result]; a [Scratch] is removed afterwards, and a [ChildJvm] is a process of its own.
@NullMarked
package dev.pawl.benchmarks.frame;

import org.jspecify.annotations.NullMarked;

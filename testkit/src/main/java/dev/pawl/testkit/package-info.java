/// Tests for machines: virtual time, crashes on demand, scripted engines.
///
/// Start at [SimEngine]: a real engine in a simulated process that a test can kill and restart. It
/// runs on a [SimHost], in virtual time, one task at a time, in an order that a seed decides.
/// [CrashMatrix] kills a machine at every durable write, over [SqliteStores] if its steps execute
/// SQL. A [Script] writes a test as text. [MachineTrial] executes a single step. [Seeds] repeats a
/// test with many seeds, and [Rounds] bounds how often. A [FaultyStore] fails where the test wants
/// it to, and [TransitionCoverage] checks that tests took every edge of a lifecycle.
///
/// Three packages stand beside this one: [dev.pawl.testkit.memory] has the store in memory,
/// [dev.pawl.testkit.contract] defines what a store is, and [dev.pawl.testkit.diagram] compares the
/// state diagrams of a document with the code.
///
/// How it moves: the test thread drives. A `SimWorld` hands the one baton to a `SimTask`, gets it
/// back when the task waits, pauses or ends, and advances time when no task is ready.
///
/// Must stay true: the same seed gives the same turns; a failure names its seed.
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;

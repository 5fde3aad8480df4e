/// What a test of a machine needs: virtual time, crashes on demand, diagrams compared with code.
///
/// Start at [SimEngine]: an engine that dies and lives again on a [SimHost], in virtual time, one
/// task at a time, in an order that a seed decides. [CrashMatrix] kills a machine at every durable
/// write, over [SqliteStores] if its steps have SQL of their own, a [Script] tells a test as a
/// text, and [Seeds] runs one with many seeds. [Diagrams] compares a state diagram in a document
/// with the code, and [TransitionCoverage] what the tests of a lifecycle did with its table.
/// [StoreContract] says what a store is; a [FaultyStore] is one that fails where the test wants it
/// to.
///
/// How it moves: the test thread drives. A `SimWorld` hands the one baton to a `SimTask`, gets it
/// back when the task waits, pauses or ends, and moves time when nobody is ready.
///
/// Must stay true: the same seed gives the same turns; a failure names its seed.
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;

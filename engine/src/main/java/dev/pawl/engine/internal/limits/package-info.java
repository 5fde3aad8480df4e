/// Limits: how many runs of a queue execute, how often, and who holds permits of a pool.
///
/// Start at [QueueScheduler], which admits runs with one task ([Admission]), and at [Permits],
/// which grants permits to runs; [Leases] serves all other holders. [QueueState] and [PoolState]
/// are the rules, in memory and without I/O.
///
/// One mechanism for one node and for many: decide on what the node knows, and commit under guards
/// that make the commit fail if another node was faster. What a node that has its store alone keeps
/// in memory cannot be refuted, so it reads nothing and needs no guards. Where nodes share the
/// store, [QueueScheduler] and [PoolLedger] read it for every decision.
///
/// Must stay true: no limit is ever exceeded, also across nodes and crashes; runs are served by
/// priority and then by age; a run that cannot be moved does not hold back those behind it.
@NullMarked
package dev.pawl.engine.internal.limits;

import org.jspecify.annotations.NullMarked;

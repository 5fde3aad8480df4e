/// Runs machines durably.
///
/// Start at [Engine]: it is opened on a store with machines, starts runs, sends them events, waits
/// for them, explains them ([Why]) and lets people act on them ([Operators]). [Queues], [Pools] and
/// [Schedules] say when and how many.
///
/// How it moves, always in the same loop: something happens to a run (`Input`), `Decide` says what
/// becomes of it (`Decision`), `Runs` makes that durable in one commit and then does what was
/// committed, on the run's own task (`Runner` executes the body). Around that loop stand `Timers`,
/// `Queues`, `Schedules` and `Retentions`, each with one task, `Pools`, and `Resume`, which takes
/// everything up after a start. All time, waiting, threads and randomness come from [Host];
/// everything durable goes through the [Store][dev.pawl.engine.store.Store].
///
/// Must stay true: nothing is done and nobody is told before commit returns; a run changes only by
/// the holder of its turn; `Decide` is pure; only turns are held across a commit, and no monitor
/// across a call of the host, the store or the user, but for the one that keeps an interruption
/// from missing its body (`Flight`); nothing here knows SQL or HTTP.
@NullMarked
package dev.pawl.engine;

import org.jspecify.annotations.NullMarked;

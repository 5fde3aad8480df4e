/// A budget of requests as values and pure functions.
///
/// Start at [Grants]: given a [BudgetState], the [NodeReport] of a node, its demand and the time,
/// it decides what the node may do. [BudgetSettings] are the limits, [Pace] slows them down after a
/// [Throttling] and recovers, and [BudgetStatus] explains the state.
///
/// How it moves: a node reports what it did with its last reservation, and gets the next one in the
/// same decision. A caller that is refused gets a place in the line, and the time to ask again.
///
/// Must stay true: in any window, requests that were made and those that can still be made under a
/// reservation are at most as many as allowed; losing a decision, a report or a node never allows
/// more; every wait has an upper bound, also when a clock jumps back; times are arguments.
@NullMarked
package dev.pawl.limiter.budget;

import org.jspecify.annotations.NullMarked;

/// Limits requests to servers by budgets that survive a crash and that all nodes of a store share.
///
/// Start at [Limiter], which is registered with an engine and opens a [RequestBudget] by its
/// settings. Ask the budget before each request: a [RequestPermit] allows one, or the answer says
/// until when to wait and why. Report success and throttling to the permit. The decisions are in
/// [dev.pawl.limiter.budget].
///
/// How it moves: a node reserves a few requests at a time in one commit and hands them out from
/// memory. Its next commit reports what it used, returns the rest and reserves again. What is left
/// when a reservation ends is returned by a task; after a crash it expires.
///
/// Must stay true: a permit is handed out only under a reservation that is durable and has not
/// ended; while a commit is under way, no permit is handed out from memory; no lock is held across
/// a call of the store or the host; nothing here knows orchestrators, sources or HTTP.
@NullMarked
package dev.pawl.limiter;

import org.jspecify.annotations.NullMarked;

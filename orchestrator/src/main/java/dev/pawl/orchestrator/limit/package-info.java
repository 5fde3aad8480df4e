/// What follows from failures of a source, as values and pure functions.
///
/// Start at [FailureKind], which classifies failures. Before a request, ask the [Breaker], for
/// sources that are down; the budget of requests is in module `limiter`. After a failure,
/// [ProviderBackoff] says how long to wait, and `RetryAfterHeader` of the engine how long the
/// source itself asks for. The [ErrorBudget] says when too many items have failed.
///
/// How it moves: each is a record, stored with the work that changed it, so a restart forgets
/// neither a request nor a failure. Methods return the next value and do not change this one.
///
/// Must stay true: time and random numbers are arguments; every wait has an upper bound, also when
/// the clock jumps back; the records are stored as JSON, so the names of their components stay.
@NullMarked
package dev.pawl.orchestrator.limit;

import org.jspecify.annotations.NullMarked;

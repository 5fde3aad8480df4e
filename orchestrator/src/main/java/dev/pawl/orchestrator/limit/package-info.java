/// How a provider treats its source with care: values and pure functions.
///
/// Start at [Trouble], which says what kind of failure an answer is. Before a request ask the
/// [TokenBucket], for sources that count requests, and the [Breaker], for sources that are down.
/// After a failure [Backoff] says how long to wait, and `RetryAfterHeader` of the engine how long
/// the source itself asks for. The [ErrorBudget] says when items have failed too often to go on.
///
/// How it moves: each is a record, kept in the store with the work that changed it, so a restart
/// forgets neither a request nor a failure. A verb answers with the next value; the old one stays.
///
/// Must stay true: time and chance arrive as arguments; a clock that jumps back makes nobody wait
/// for ever; every wait has an upper bound.
@NullMarked
package dev.pawl.orchestrator.limit;

import org.jspecify.annotations.NullMarked;

/// How both stores wait, wake and retry.
///
/// Start at [CommitJob]: a commit that another thread makes durable while its caller waits.
/// [CallerWakeups] wakes the callers of a group, [RetryDelay] waits between tries, [StoreThreads]
/// waits for a thread to end, and [UnwrittenCommit] reports a commit of which nothing was written.
/// Tests make a thread fail at a [FaultPoint].
///
/// Must stay true: every caller gets an outcome and is woken, even when the heap is full.
@NullMarked
package dev.pawl.store.threads;

import org.jspecify.annotations.NullMarked;

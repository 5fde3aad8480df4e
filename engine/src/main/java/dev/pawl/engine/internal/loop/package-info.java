/// The loop that moves runs: an input leads to a decision, the decision to a commit, the commit to
/// effects, and the outcome of a body is the next input.
///
/// Start at [RunLoop]. [RunTransitions] locks a run, asks [RunDecisions] and commits with
/// [RunCommits], the one place where decisions become durable; [Effects] updates timers, queues,
/// permits and listeners. `BodyExecutor` executes bodies. [Launcher] starts runs, with [Starts] for
/// their keys; [Messages] sends events, and [MessageDelivery] delivers what runs send to runs;
/// [DueRuns] handles runs whose time has come.
///
/// Must stay true: calls go one way, from [RunLoop] down to [Effects]; what needs a new input is
/// returned, in the decision or as a [FollowUp]. A run changes only under its lock. No lock is held
/// while waiting for the store to come back.
@NullMarked
package dev.pawl.engine.internal.loop;

import org.jspecify.annotations.NullMarked;

/// Who gets how many permits, and how many there are: values and pure functions.
///
/// Start at [Allocation]. Each provider has a [Claim] under its [Terms]; a [Plan] says who gets
/// permits and from whom they are asked back, and how long anybody waits for a first one is up to
/// [Patience]. How many permits there are follows from [Pressure]: a [Sample] of what was measured,
/// with [Latencies] for the slow end of it, is read by [Thresholds] into a [Reading].
///
/// How it moves: a plan ranks the claims (`Portion`), `Shares` divides the capacity into what is
/// due to each, and the plan leads from what is held to what is due. Whoever carries it out keeps
/// the claims up to date by their verbs, and plans again after every change and at the time that
/// [Allocation#nextChange] names.
///
/// Must stay true: a permit on its way back is still out; what is out and what is granted is never
/// more than the capacity; nobody is asked twice for one permit; the order of the claims is of no
/// account; a plan that was carried out is followed by an empty one until something changes. No
/// clock, no thread and no random number is in here; only [Latencies] changes.
@NullMarked
package dev.pawl.orchestrator.broker;

import org.jspecify.annotations.NullMarked;

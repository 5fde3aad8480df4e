/// How many permits there are, and which provider gets how many: values and pure functions.
///
/// Start at [Allocation]. Each provider has a [PermitClaim] under its [PermitTerms]; a [PermitPlan]
/// grants and revokes permits, and [PreemptionDelays] bounds how long a claim waits for a first
/// one. The number of permits follows from [Pressure]: [Thresholds] turn a [LoadSample], whose
/// latency comes from [Latencies], into a [LoadVerdict].
///
/// How it moves: a plan ranks the claims (`ClaimShare`), `Shares` computes what is due to each, and
/// the plan leads from what is held to what is due. The caller carries the plan out, updates the
/// claims, and plans again after every change and at the time that [Allocation#nextChange] returns.
///
/// Must stay true: a returning permit is still held; what is held and granted never exceeds the
/// capacity; no permit is revoked twice; the order of the claims does not matter; after a plan was
/// carried out the next plan is empty until something changes. Nothing here uses a clock, a thread
/// or a random number; only [Latencies] is mutable.
@NullMarked
package dev.pawl.orchestrator.broker;

import org.jspecify.annotations.NullMarked;

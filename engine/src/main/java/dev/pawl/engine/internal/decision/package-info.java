/// Decides what an input does to a run: pure functions and the values they use.
///
/// Start at [Decide]: from a [Definition][dev.pawl.machine.Definition], a [Run][dev.pawl.run.Run]
/// and an [Input] it returns a [Decision]. A [Draft] collects the decision while the rules apply:
/// `OutcomeRules` for what a body answers, `OperatorRules` for people, `RecoveryRules` for what a
/// restart finds, `EndRules` and `CleanupRules` for the end of a run, `ForkRules` for copies.
/// `RunStatus.TABLE` checks every change of status.
///
/// Must stay true: no clock, no randomness, no threads, no store; all of that arrives in the
/// [DecisionContext]. The same arguments give the same decision.
@NullMarked
package dev.pawl.engine.internal.decision;

import org.jspecify.annotations.NullMarked;

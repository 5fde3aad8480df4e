/// Checks a provider of data against the rules that the orchestrator relies on.
///
/// Start at [Conformance][dev.pawl.orchestrator.conformance.Conformance]; the rules are the
/// constants of [ConformanceRule][dev.pawl.orchestrator.conformance.ConformanceRule], and what is
/// broken is a [RuleViolation][dev.pawl.orchestrator.conformance.RuleViolation] of a
/// [ConformanceReport][dev.pawl.orchestrator.conformance.ConformanceReport].
///
/// How it moves: `ConformanceCheck` checks the parts of a provider one after the other, in classes
/// named after them: `ConfigurationRules`, `ReadingRules`, `MappingRules`, `CursorRules`,
/// `InterruptionRules`, `SinkRules` and `EngineRules`. The first reading is the `ReferenceReading`
/// that later ones are compared with. Single parts are used as the orchestrator uses them; the
/// whole provider runs in an engine, as a `ProviderProcess` that a `BatchCrash` may end.
///
/// Must stay true: a broken rule is reported once. A rule that builds on a broken one is left
/// unchecked, and the report says so.
@NullMarked
package dev.pawl.orchestrator.conformance;

import org.jspecify.annotations.NullMarked;

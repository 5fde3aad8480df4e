/// Checks any provider of data against the rules that an orchestration relies on.
///
/// Start at [Conformance][dev.pawl.orchestrator.conformance.Conformance]; the rules are the
/// constants of [Rule][dev.pawl.orchestrator.conformance.Rule], and what is broken is a
/// [Finding][dev.pawl.orchestrator.conformance.Finding] of a
/// [Report][dev.pawl.orchestrator.conformance.Report].
///
/// How it moves: `Examination` takes the parts of a provider one after the other, in classes named
/// after them: `ConfigurationRules`, `ReadingRules`, `CursorRules`, `MappingRules`, `SinkRules`,
/// `MannersRules` and `WholeRules`. The first reading is the `Sample` that the others are compared
/// with. Parts alone are used as a `Session` would use them; the whole lives in an engine, as a
/// `Life` that a `Mortal` store may end.
///
/// Must stay true: one broken rule is one finding. A rule that builds on a broken one is left
/// unchecked, and the report says so.
@NullMarked
package dev.pawl.orchestrator.conformance;

import org.jspecify.annotations.NullMarked;

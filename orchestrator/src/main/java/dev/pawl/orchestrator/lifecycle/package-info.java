/// The two lifecycles as transition tables, with their signals, events and ends.
///
/// Start at [ProviderState][dev.pawl.orchestrator.lifecycle.ProviderState] and
/// [MacroState][dev.pawl.orchestrator.lifecycle.MacroState]. Runs of these lifecycles receive the
/// records in [Signals][dev.pawl.orchestrator.lifecycle.Signals]; the conductor publishes
/// [ProviderEvent][dev.pawl.orchestrator.lifecycle.ProviderEvent]s about them, and
/// [ProviderEnd][dev.pawl.orchestrator.lifecycle.ProviderEnd] says how a provider ended.
///
/// Must stay true: the tables are those of the specification, edge by edge; the machines in the
/// engine have the same states under the same names; signals are stored, so their names and fields
/// stay.
@NullMarked
package dev.pawl.orchestrator.lifecycle;

import org.jspecify.annotations.NullMarked;

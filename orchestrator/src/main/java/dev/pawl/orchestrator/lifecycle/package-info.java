/// The two lifecycles as tables, the words that move them, and the events that they tell.
///
/// Start at [ProviderState][dev.pawl.orchestrator.lifecycle.ProviderState] and
/// [MacroState][dev.pawl.orchestrator.lifecycle.MacroState]. The records in
/// [Signals][dev.pawl.orchestrator.lifecycle.Signals] are what a run of a lifecycle is sent;
/// [Event][dev.pawl.orchestrator.lifecycle.Event] is what others are told of it.
///
/// Must stay true: these are the tables of the document, no more and no less; the machines of the
/// engine have the same states under the same names.
@NullMarked
package dev.pawl.orchestrator.lifecycle;

import org.jspecify.annotations.NullMarked;

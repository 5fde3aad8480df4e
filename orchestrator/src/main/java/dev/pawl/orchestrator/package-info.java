/// Providers of data, run side by side under permits and in the order of their dependencies.
///
/// Start at [Orchestrator][dev.pawl.orchestrator.Orchestrator], which registers four machines: the
/// whole (`MacroMachine`), a provider (`ProviderMachine`), orders (`OrderMachine`) and the
/// `Conductor`. A provider's body is `Work`, a batch a turn, over a `Session` that reads ahead. The
/// conductor goes turn by turn: a `Turn` hears the engine's log and tells events, `Directing`
/// starts those whose time has come, `Broker` shares permits out, `Sweep` lets old rows go. The
/// [Board][dev.pawl.orchestrator.Board] shows; its words are those of `Reasons`, and `Explanation`
/// gives them to the engine's `why`.
///
/// Must stay true: what follows from a batch commits with it; what the conductor tells commits with
/// how far it has read; there is one reader of a source; what is drained does nothing more.
@NullMarked
package dev.pawl.orchestrator;

import org.jspecify.annotations.NullMarked;

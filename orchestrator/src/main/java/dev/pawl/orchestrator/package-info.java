/// Runs providers of data concurrently, under permits and in the order of their dependencies.
///
/// Start at [Orchestrator][dev.pawl.orchestrator.Orchestrator], which registers four machines: the
/// macro lifecycle and the conductor (package `conductor`), a provider (package `execution`) and
/// orders (`OrderMachine`). [OrchestrationView][dev.pawl.orchestrator.OrchestrationView] shows an
/// orchestration from its tables and runs; `WaitReasons` explains why a provider waits, and
/// `ProviderCauses` passes that to the engine's `why`.
///
/// How it moves: a user submits an [Order][dev.pawl.orchestrator.Order], which is a run. The order
/// marks providers as wanted or sends signals to their runs; the conductor reads the engine's log
/// and starts providers, grants permits and publishes events; a provider commits batch after batch.
///
/// Must stay true: what follows from a batch commits with it; events commit with the log position
/// up to which the conductor has read; a source has one reader at a time; a drained orchestration
/// does nothing. Packages `conductor`, `context`, `execution` and `tables` are internal.
@NullMarked
package dev.pawl.orchestrator;

import org.jspecify.annotations.NullMarked;

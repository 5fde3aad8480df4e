/// What the machines of an orchestration share.
///
/// Start at `OrchestratorContext`: the providers and their dependencies, the
/// `OrchestratorSettings`, and the engine, which `EngineLink` knows once it opens. `LoadStats`
/// measures the load of this process.
///
/// How it moves: `Orchestrator` creates one context and passes it to every machine; the engine
/// links itself when it opens, before it executes a body.
///
/// Must stay true: nothing here decides; a context serves one engine at a time.
@NullMarked
package dev.pawl.orchestrator.context;

import org.jspecify.annotations.NullMarked;

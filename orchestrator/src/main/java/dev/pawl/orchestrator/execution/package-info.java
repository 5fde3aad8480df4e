/// How a provider is executed, from IDLE to TERMINATED.
///
/// Start at `ProviderMachine`, the lifecycle as a machine. While it is RUNNING, `ProviderStep`
/// commits one batch for each execution of the state. It takes batches from a `SourceSession`,
/// which reads and maps ahead with as many jobs as the provider has permits; `SourceSessions` keeps
/// a session open between executions. Each request to the source passes its `SourceGate`, which
/// takes it from a budget of module `limiter`.
///
/// Must stay true: a batch commits with the cursor that follows it and with the limits of the
/// source; at most one reader of a source is open at a time; a batch that did not commit is read
/// again.
@NullMarked
package dev.pawl.orchestrator.execution;

import org.jspecify.annotations.NullMarked;

/// The conductor: the run that reacts to what providers do.
///
/// Start at `Conductor`. Each `ConductorStep` reads the engine's log, publishes events
/// (`EventMapping`), starts providers whose dependencies have completed and moves the macro
/// lifecycle (`ProviderStarter`, `MacroMachine`), distributes permits (`Broker`, `PermitChanges`)
/// and deletes old rows (`Cleanup`). What it must remember is its `ConductorState`.
///
/// How it moves: a step looks at the log and the permits, acts, and returns what to write. The
/// conductor commits that and executes again, or waits for the next log entry or point in time.
///
/// Must stay true: permits, events and audit entries commit with the position up to which the log
/// was read, so none is lost or repeated; a provider learns of a permit only after that commit;
/// every signal goes to a run in a known state, so sending it again changes nothing; a drained
/// orchestration does nothing.
@NullMarked
package dev.pawl.orchestrator.conductor;

import org.jspecify.annotations.NullMarked;

/// What every part of the engine stands on.
///
/// Start at [Kernel]: the host, the store, ids, events, tasks, and waiting for a store that is
/// away. [Node] says which runs belong to this engine. [LiveRuns] holds the runs that are in
/// memory, each with its [RunLock] and [RunningAttempt]. Parts that move runs submit inputs to
/// [RunInputs]. [Registry] knows the machines, [EngineDocuments] what is stored besides runs.
///
/// Must stay true: no lock but [RunLock] is held across a call of the host, the store or user code;
/// an error of a task is reported and ends that task alone.
@NullMarked
package dev.pawl.engine.internal.kernel;

import org.jspecify.annotations.NullMarked;

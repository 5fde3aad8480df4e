/// Runs machines durably: the public API of the engine.
///
/// Start at [Engine]: it opens on a store with machines, starts runs, sends them events, waits for
/// them, explains them ([Why]) and lets people act on them ([Operators]). [Queues], [Pools] and
/// [Schedules] bound when and how many runs execute; [Retentions] how long they are kept. An
/// unattended engine ([EngineOptions#unattended]) answers and records the same on a store that no
/// engine has open. [Listener] receives every [EngineEvent].
///
/// Two kinds of types are here. Values such as [EngineEvent], [Refused], [Limits] and the settings
/// are the vocabulary of all packages below. Facades such as [Engine] and [Queues] stand on those
/// packages, which are under `internal` and no API. From the bottom up:
///
/// - `decision`: what an input does to a run, as a pure function
/// - `kernel`: host, store, ids, events, tasks, and the runs in memory
/// - `time`: timers, and when schedules fire
/// - `limits`: queues, permits and rates
/// - `loop`: inputs to decisions to commits to bodies, and back
/// - `recovery`: runs after a restart or the crash of a node
/// - `cluster`: this node among those that share the store
/// - `why`: why a run does not move
///
/// Must stay true: nothing is executed, and no listener notified, before the commit returns; time,
/// waiting, threads and randomness come from [Host], and everything durable goes through
/// [Store][dev.pawl.engine.store.Store]; no package below uses a facade; nothing here knows SQL or
/// HTTP.
@NullMarked
package dev.pawl.engine;

import org.jspecify.annotations.NullMarked;

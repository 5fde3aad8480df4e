/// The second door to the world: what the engine asks of durability.
///
/// Start at [Store]: it makes a [Commit] durable as a whole and answers questions about runs. Where
/// many nodes share a store, [Cluster] says who of them owns which run. [MemoryStore] is the
/// reference implementation, used by tests and examples; the contract test in the test kit is the
/// definition of the interface.
///
/// Must stay true: a commit is all or nothing; what it wrote is seen by every read that begins
/// after it returned; nothing here knows SQL.
@NullMarked
package dev.pawl.engine.store;

import org.jspecify.annotations.NullMarked;

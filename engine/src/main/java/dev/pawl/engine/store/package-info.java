/// The storage interface of the engine. Stores implement it; the engine reaches the disk only here.
///
/// Start at [Store]: it makes a [Commit] durable as a whole and reads runs. If nodes share a store,
/// [Cluster] decides which node owns which run. The contract tests in the test kit define the
/// interface; every store must pass them.
///
/// Must stay true: a commit is all or nothing; a read that starts after a commit has returned sees
/// it; nothing here depends on SQL.
@NullMarked
package dev.pawl.engine.store;

import org.jspecify.annotations.NullMarked;

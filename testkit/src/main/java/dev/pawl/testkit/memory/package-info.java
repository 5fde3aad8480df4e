/// A store in memory: the reference implementation of the store contract, for tests.
///
/// Start at [MemoryStore]. Its contents are on a [MemoryDisk], which outlives it, so that a test
/// can crash the store and open another one; on a shared disk, each store is a node. `RunRules`
/// checks every commit and every history more strictly than a database does.
///
/// Must stay true: it passes the same contract as the SQL stores, and an inconsistent commit
/// throws.
@NullMarked
package dev.pawl.testkit.memory;

import org.jspecify.annotations.NullMarked;

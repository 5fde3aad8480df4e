/// Keeps runs in an SQLite file.
///
/// Start at [SqliteStore]. A commit is encoded on the thread of its caller ([EncodedCommit],
/// [RunFormat], [EntryFormat]) and handed to the [Writer], which gives the write connection to one
/// thread at a time and groups what waits for it. The [Journal] makes a group durable as one row
/// with one sync. Soon after, the [Projection] writes the newest value of each changed run and one
/// chunk of history into the tables that people read, and deletes the journal rows behind them in
/// the same transaction. Until then [Pending] answers for these runs from memory.
///
/// [Queries] are the questions of the contract as SQL. They run on the [Readers] of the owner, or
/// on the connection of a [ReadOnlyStore], where the [Tail] covers the tables with what the journal
/// has. The tables are made by [Migrations] from the numbered scripts beside this package.
///
/// Must stay true: nobody is told of a commit before its journal row is synced; memory changes only
/// after that; a journal row is deleted only in the transaction that projects it; projections are
/// not synced, and need not be; after the disk failed once, nothing more is written.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;

/// The store in an SQLite file: a journal that makes commits durable, and tables that follow it.
///
/// Start at [Writer], which `SqliteStore` calls. A commit is encoded on its caller's thread
/// ([EncodedCommit]) and passed to the [Writer], which gives the [Journal] to one thread at a time
/// and groups the commits that wait for it. A group becomes durable as one [Frame] in a [Segment],
/// one of the two files of the journal ([Segments], written as a [SyncedFile]). Soon after, the
/// [Projector] updates the [Tables]: the [Projection] writes the newest value of each changed run
/// and one chunk of history. Until then the [Backlog] answers for these runs from memory.
///
/// Queries run on the [ReadConnections] of the owner, or on the connection of a [ReadOnlyStore] in
/// another process, where the [JournalTail] adds to the tables what only the journal has.
/// [SqliteMigrations] creates the tables from the numbered scripts among the resources. [Pruning]
/// deletes old runs, and [EndedRunBound] keeps their number bounded between two prunings.
/// [StoreHome] and [StoreLock] guard the directory.
///
/// Must stay true: a commit returns only when it is on the disk, in the journal or, with a step's
/// own SQL, in the tables; memory changes only after that; a file of the journal is reused only
/// when the tables have all its groups on the disk; groups are projected in order and without a
/// gap; after the disk has failed once, nothing more is written.
@NullMarked
package dev.pawl.store.sqlite;

import org.jspecify.annotations.NullMarked;

/// Keeps runs in an SQLite file.
///
/// Start at [SqliteStore]. A commit is encoded on the thread of its caller ([EncodedCommit],
/// [RunFormat], [EntryFormat]) and handed to the [Writer], which gives the [Journal] to one thread
/// at a time and groups what waits for it. A group is durable as one frame in a [Segment], one of
/// the two files of the journal ([Segments]). Soon after, the [Projector] has the [Tables] written:
/// the [Projection] puts the newest value of each changed run and one chunk of history into them.
/// Until then the [Backlog] answers for these runs from memory.
///
/// [Queries] are the questions of the contract as SQL. They run on the [Readers] of the owner, or
/// on the connection of a [ReadOnlyStore], where the [Tail] covers the tables with what the journal
/// has. The tables are made by [Migrations] from the numbered scripts beside this package.
///
/// Must stay true: nobody is told of a commit before it is on the disk, in the journal or, with a
/// step's own SQL, in the tables; memory changes only after that; a file of the journal is used
/// again only when the tables have all of it on the disk; groups are projected in order and without
/// a gap; after the disk failed once, nothing more is written.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;

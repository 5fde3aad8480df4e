/// Keeps runs in an SQLite file, or in PostgreSQL.
///
/// For a file start at [SqliteStore]. A commit is encoded on the thread of its caller
/// ([EncodedCommit], [RunFormat], [EntryFormat]) and handed to the [Writer], which gives the
/// [Journal] to one thread at a time and groups what waits for it. A group is durable as one frame
/// in a [Segment], one of the two files of the journal ([Segments]). Soon after, the [Projector]
/// has the [Tables] written: the [Projection] puts the newest value of each changed run and one
/// chunk of history into them. Until then the [Backlog] answers for these runs from memory.
///
/// [Queries] are the questions of the contract as SQL. They run on the [Readers] of the owner, or
/// on the connection of a [ReadOnlyStore], where the [Tail] covers the tables with what the journal
/// has. The tables are made by [Migrations] from the numbered scripts beside this package.
///
/// For PostgreSQL start at [PostgresStore]. A commit is encoded into a [PgJob]; the [PgWriter]
/// groups those that wait, and a [PgPen] has the server call one function with the whole [PgGroup]
/// in arrays ([PgArrays]), or finds out what became of it when the connection broke. A step's own
/// SQL has a transaction of its own ([PgSteps]). [PgCluster] is how nodes share the tables,
/// [PgListener] how they call each other. The functions are in the scripts of [PgMigrations]; what
/// both stores ask is in [Queries], in the words of a [Dialect].
///
/// Must stay true of PostgreSQL: no transaction of Pawl's own is open across two messages; a commit
/// of a node updates the row of its pen, so that it conflicts with the end of the node's life; a
/// step to the next state changes no indexed column; every name is qualified, and with
/// `listen(false)` nothing is kept in a session.
///
/// Must stay true of the file: nobody is told of a commit before it is on the disk, in the journal
/// or, with a step's own SQL, in the tables; memory changes only after that; a file of the journal
/// is used again only when the tables have all of it on the disk; groups are projected in order and
/// without a gap; after the disk failed once, nothing more is written.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;

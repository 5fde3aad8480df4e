/// The store in PostgreSQL, whose tables many nodes share.
///
/// Start at [PgWriter], which `PostgresStore` calls. A commit is encoded into a [PgJob]. The
/// [PgWriter] groups the jobs that wait, and a [PgCommitSlot] sends the whole [PgGroup] as arrays
/// ([PgArrays]) to one function of the server; if the connection breaks, it finds out whether the
/// group was committed. Commits with a step's own SQL have a transaction each ([PgSteps]).
///
/// [PgCluster] joins nodes, extends leases and claims runs; the [PgListener] receives the
/// notifications of other nodes. [PgPool] holds connections for [PgQueries] and for the queries of
/// `dev.pawl.store.sql`. [PgMigrations] creates the tables and functions from the numbered scripts
/// among the resources.
///
/// Must stay true: no transaction of Pawl's own is open across two messages to the server; each
/// commit of a node updates the row of its commit slot (table `commit_slot`), so that it conflicts
/// with the end of the node's lease; a step to the next state changes no indexed column; every name
/// is qualified with its schema, and with `listen(false)` no state is kept in a session.
@NullMarked
package dev.pawl.store.postgres;

import org.jspecify.annotations.NullMarked;

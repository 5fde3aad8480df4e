/// Stores for an engine: runs in an SQLite file, or in PostgreSQL.
///
/// Start at [Pawl], which opens an engine with its store, or at the stores themselves:
/// [SqliteStore] for a home directory that one process owns, [PostgresStore] with its
/// [PostgresOptions] for a database that many nodes share. [StoreMove] copies one store into
/// another and compares their [StoreContents]; a [QueryResult] is what an SQL query of a user
/// returns.
///
/// This package is the API of the module. It assembles what the packages below it provide:
///
/// - `dev.pawl.store.sqlite`: the journal, the tables and the writer of a file
/// - `dev.pawl.store.postgres`: commits, queries and leases in a database
/// - `dev.pawl.store.sql`: the queries, checks and error mapping that both databases share
/// - `dev.pawl.store.format`: runs and history entries as bytes and columns
/// - `dev.pawl.store.threads`: jobs, wake-ups and retries that both writers share
///
/// Must stay true: when `commit` returns, the commit is durable; a commit that fails leaves no
/// trace, or the store says that its outcome is unknown; both stores pass the same contract.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;

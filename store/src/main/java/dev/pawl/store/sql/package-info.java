/// What SQLite and PostgreSQL have in common: a session, the queries of the store's contract, and
/// the meaning of errors.
///
/// Start at [Queries]: each query of the contract as one shared statement, which the [Dialect] of
/// an [SqlSession] translates for its database; [FilterSql] builds the conditions, and [SqlStore]
/// answers the contract's reads with them. [Verification] reads a whole store and reports what is
/// inconsistent, and [Trimming] shortens a history. A step's own SQL runs in a [StepTransaction]
/// after [SqlGuard] has checked it; [SqliteParameters] and [PgParameters] set its parameters, and a
/// [PresentRow] reads its columns. [SqliteErrors] and [PgErrors] map errors of the databases to
/// exceptions with advice, [StatementErrors] those of a step's SQL.
///
/// Must stay true: a session is used by one thread at a time; shared statements mark the tables
/// with `@`; a step's SQL is never cached under the text of Pawl's own statements.
@NullMarked
package dev.pawl.store.sql;

import org.jspecify.annotations.NullMarked;

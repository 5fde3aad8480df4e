/// Real servers for tests and benchmarks, on loopback; never shipped.
///
/// Start at [PostgresServer], which runs a PostgreSQL of an [Installation]; a [PgBouncer] or a
/// [FaultProxy] can be put in front of it. An [S3Server] serves objects, and [HttpFaults] in front
/// of any HTTP server adds an [HttpFault] to requests; a [FeedServer] publishes files and the API
/// of NVD, with faults of its own. Something that a machine lacks is an [Availability.Missing] with
/// the reason, so that a test can skip with it. A [JavaCommand] starts a class of the tests in a
/// process of its own.
///
/// Must stay true: a server keeps its default durability; signals go only to the process that was
/// started here and its children; no server outlives the process that started it.
@NullMarked
package dev.pawl.servers;

import org.jspecify.annotations.NullMarked;

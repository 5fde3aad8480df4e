/// Real servers for tests and benchmarks, on loopback; never shipped.
///
/// Start at [PostgresServer], which runs a PostgreSQL of an [Installation]; a [PgBouncer] or a
/// [FaultProxy] stands in front of it. An [S3Server] has objects, and [HttpFaults] in front of any
/// HTTP server spoils requests, each by an [HttpFault]; a [FeedServer] publishes files and the API
/// of NVD, and has such faults of its own. What a machine lacks is an [Availability.Missing] that
/// says why, so that a test can skip with the reason.
///
/// Must stay true: a server keeps the durability that it has by default; a signal goes to the
/// process that was started here and to its children, and to nobody else; no server outlives the
/// process that started it.
@NullMarked
package dev.pawl.servers;

import org.jspecify.annotations.NullMarked;

/// The rows on PostgreSQL, and those that compare Pawl with other engines.
///
/// Start at [PostgresRows]: Pawl ([PawlPeer]), the bare writer ([PlainPeer]) and the engines of
/// `dev.pawl.benchmarks.peers` do the same work, each in a [PeerChild] process, and [PeerFigures]
/// is what it and its database used meanwhile. [EmbeddedPeers] does the same without a server. The
/// other rows measure several nodes ([PostgresNodes]), a crash of one ([TakeOver]), many stored
/// runs ([PostgresStored]) and a cluster without work ([PostgresIdle]).
///
/// Must stay true: each engine has a process and a server of its own, and they are measured
/// alternately.
@NullMarked
package dev.pawl.benchmarks.postgres;

import org.jspecify.annotations.NullMarked;

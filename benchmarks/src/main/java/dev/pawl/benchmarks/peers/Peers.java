package dev.pawl.benchmarks.peers;

import java.sql.SQLException;

/// The engines that Pawl is compared with.
public enum Peers {
    DBOS,
    DB_SCHEDULER,
    PEKKO;

    /// Opens the engine on an empty database, where it creates its tables.
    public Peer open(String url) throws SQLException {
        return switch (this) {
            case DBOS -> Dbos.open(url);
            case DB_SCHEDULER -> DbScheduler.open(url);
            case PEKKO -> Pekko.open(url);
        };
    }
}

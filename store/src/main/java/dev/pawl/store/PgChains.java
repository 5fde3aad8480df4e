package dev.pawl.store;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The newest hash in the history of runs, kept for those that this process has changed or taken
/// over.
///
/// A hash goes with the version that it belongs to. When another node has changed the run since, it
/// does not fit, and then the commit that it was asked for is stale anyway.
final class PgChains {
    private static final int KNOWN_MAX = 100_000;
    private static final int ASKING = 64;

    private final PgPool pool;
    private final Map<RunId, Link> known = new ConcurrentHashMap<>();

    PgChains(PgPool pool) {
        this.pool = pool;
    }

    /// Returns the hash of a run's history up to a version.
    long at(RunId id, long version) {
        if (version == 0) return 0;
        Link link = known.get(id);
        if (link != null && link.version() == version) return link.chain();
        return pool.ask(
                "reading a run's history in",
                session -> {
                    PreparedStatement query =
                            session.prepare("select chain from @run where id = ? and version = ?");
                    query.setLong(1, id.value());
                    query.setLong(2, version);
                    try (ResultSet row = query.executeQuery()) {
                        return row.next() ? row.getLong(1) : 0L;
                    }
                });
    }

    /// Remembers what a commit made of a run.
    void committed(Run run, long chain) {
        if (run.status().isEnd()) {
            known.remove(run.id());
            return;
        }
        // Losing all of them costs a look into the table for each run that goes on. Counting them
        // is not cheap, so only some runs ask.
        if (run.id().value() % ASKING == 0 && known.size() >= KNOWN_MAX) known.clear();
        known.put(run.id(), new Link(run.version(), chain));
    }

    /// Remembers what was read of a run with its newest hash.
    void read(Run run, long chain) {
        known.put(run.id(), new Link(run.version(), chain));
    }

    private record Link(long version, long chain) {}
}

package dev.pawl.store.postgres;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The newest hash in the history of each run that this process has changed or claimed.
///
/// A hash belongs to a version of the run. If another node has changed the run since, the version
/// does not match, and the commit that needs the hash is stale anyway.
public final class PgChains {
    private static final int KNOWN_MAX = 100_000;
    private static final int CHECK_EVERY = 64;

    private final PgPool pool;
    private final Map<RunId, Link> known = new ConcurrentHashMap<>();

    public PgChains(PgPool pool) {
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

    /// Remembers the hash of a committed run. It throws nothing: the commit is durable, and a hash
    /// that is not remembered is read from the table.
    public void committed(Run run, long chain) {
        try {
            remember(run, chain);
        } catch (VirtualMachineError _) {
            // The hash known before does not match the new version, so it does no harm.
        }
    }

    private void remember(Run run, long chain) {
        if (run.status().isEnd()) {
            known.remove(run.id());
            return;
        }
        // Losing all of them costs one query for each run that continues. Counting them is not
        // cheap, so only some runs check.
        if (run.id().value() % CHECK_EVERY == 0 && known.size() >= KNOWN_MAX) known.clear();
        known.put(run.id(), new Link(run.version(), chain));
    }

    /// Remembers the newest hash of a run that was read.
    void read(Run run, long chain) {
        known.put(run.id(), new Link(run.version(), chain));
    }

    private record Link(long version, long chain) {}
}

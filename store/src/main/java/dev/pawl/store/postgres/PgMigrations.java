package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.store.sql.Scripts;
import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Creates the schema and brings it to the current version, in one transaction.
///
/// Live nodes of an older version may stay only if they can work with the result of a migration,
/// which is a property of each migration. One that they cannot work with is refused while a node
/// holds a lease, and is recorded, so that such a node cannot get a lease later either.
public final class PgMigrations {
    public static final List<Migration> ALL =
            List.of(
                    new Migration("postgres/001_tables.sql", false),
                    new Migration("postgres/002_commit.sql", false),
                    new Migration("postgres/003_nodes.sql", false),
                    new Migration("postgres/004_views.sql", false));

    private PgMigrations() {}

    /// Applies the missing migrations; nodes that start at the same time wait for each other.
    /// Refuses a schema that Pawl must not change.
    public static void apply(SqlSession session, PgSource source) throws SQLException {
        apply(session, source, ALL);
    }

    /// Does the same as a version that has only these migrations.
    static void apply(SqlSession session, PgSource source, List<Migration> all)
            throws SQLException {
        int present = count(session, source, all);
        if (present == all.size()) return;
        if (present == 0 && !source.settings().isCreating()) {
            throw new StoreException(
                    StoreException.Kind.READ_ONLY,
                    "there is no store in %s: its tables are expected".formatted(source.where()),
                    null);
        }
        session.connection().setAutoCommit(false);
        try {
            session.number(
                    "select 1 from pg_advisory_xact_lock(hashtextextended('%s schema', 0))"
                            .formatted(source.dialect().channel()));
            int applied = count(session, source, all);
            if (applied == 0) create(session, source);
            else requireStopped(session, source, all, applied);
            for (int number = applied + 1; number <= all.size(); number++) {
                Migration migration = all.get(number - 1);
                session.execute(source.dialect().sql(migration.text()));
                record(session, number, migration);
            }
            session.connection().commit();
        } catch (SQLException | RuntimeException e) {
            session.connection().rollback();
            throw e;
        } finally {
            session.connection().setAutoCommit(true);
        }
    }

    /// Makes new positions in the log greater than the existing ones: the tables may come from a
    /// server whose transactions had higher numbers.
    public static void raisePositions(SqlSession session) throws SQLException {
        session.prepare(
                        "update @progress set shift = shift + late.by from (select"
                                + " max(position) - (pg_current_xact_id()::text::bigint << 20)"
                                + " - (select shift from @progress) as by from @history_chunk)"
                                + " as late where late.by >= 0")
                .executeUpdate();
    }

    /// Throws if a node of an older version holds a lease that a missing migration does not allow.
    /// Ends the leases that have expired, since their nodes might return.
    private static void requireStopped(
            SqlSession session, PgSource source, List<Migration> all, int applied)
            throws SQLException {
        int number = applied + 1;
        while (number <= all.size() && !all.get(number - 1).isForStoppedNodes()) number++;
        if (number > all.size()) return;
        // Nodes that join meanwhile wait, and are then refused.
        session.number(
                "select 1 from pg_advisory_xact_lock(hashtextextended('%s join', 0))"
                        .formatted(source.dialect().channel()));
        List<String> live = liveNodes(session);
        if (!live.isEmpty()) {
            throw new StoreException(
                    StoreException.Kind.LOCKED,
                    ("%s is used by nodes of an older version of Pawl, which cannot work with"
                                    + " migration %d (%s): %s. Stop all of them, then start the"
                                    + " new version")
                            .formatted(
                                    source.where(),
                                    number,
                                    all.get(number - 1).script(),
                                    String.join(", ", live)),
                    null);
        }
        try (ResultSet row =
                session.prepare(
                                "select @end(array(select epoch from @node where state = 'LIVE'),"
                                        + " 'LOST')")
                        .executeQuery()) {
            row.next();
        }
    }

    private static List<String> liveNodes(SqlSession session) throws SQLException {
        List<String> live = new ArrayList<>();
        PreparedStatement query =
                session.prepare(
                        "select name, address, version from @node where state = 'LIVE'"
                                + " and until >= clock_timestamp() order by epoch");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                live.add(
                        "%s (%s, version %s)"
                                .formatted(row.getString(1), row.getString(2), row.getString(3)));
            }
        }
        return live;
    }

    private static void create(SqlSession session, PgSource source) throws SQLException {
        String schema = source.dialect().schema();
        if (tables(session, source, "") > 0) {
            throw source.refused(
                    "a schema of Pawl or an empty one is expected, and this one has tables of"
                            + " another program: name another schema");
        }
        session.execute("create schema if not exists \"%s\"".formatted(schema));
        session.prepare(
                        "create table @migration (number integer primary key, name text not null,"
                                + " checksum text not null, applied timestamptz not null)")
                .executeUpdate();
    }

    /// Counts tables of the schema. The query reads the catalog's tables: a function that looks up
    /// a name may not see what another node has created since this transaction started.
    private static long tables(SqlSession session, PgSource source, String condition)
            throws SQLException {
        return session.number(
                "select count(*) from pg_class join pg_namespace on pg_namespace.oid = relnamespace"
                        + " where nspname = '%s' %s"
                                .formatted(source.dialect().schema(), condition));
    }

    /// Returns how many scripts were applied; refuses a schema of a newer version, or with a
    /// changed script.
    private static int count(SqlSession session, PgSource source, List<Migration> all)
            throws SQLException {
        if (tables(session, source, "and relname = 'migration'") == 0) return 0;
        int count = 0;
        PreparedStatement query =
                session.prepare("select number, name, checksum from @migration order by number");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                count++;
                if (row.getInt(1) > all.size()) {
                    throw source.refused(
                            "it was written by a newer version of Pawl (it has migration %d, %s;"
                                            .formatted(row.getInt(1), row.getString(2))
                                    + " this version knows %d): use that version"
                                            .formatted(all.size()));
                }
                if (!all.get(count - 1).checksum().equals(row.getString(3))) {
                    throw source.refused(
                            "its migration %d (%s) has a different checksum in this version: use"
                                            .formatted(count, row.getString(2))
                                    + " the version that wrote it");
                }
            }
        }
        return count;
    }

    private static void record(SqlSession session, int number, Migration migration)
            throws SQLException {
        PreparedStatement insert =
                session.prepare("insert into @migration values (?, ?, ?, now())");
        insert.setInt(1, number);
        insert.setString(2, migration.script());
        insert.setString(3, migration.checksum());
        insert.executeUpdate();
        if (!migration.isForStoppedNodes()) return;
        PreparedStatement update = session.prepare("update @progress set needs = ?");
        update.setInt(1, number);
        update.executeUpdate();
    }

    /// A script, and whether nodes of a version without it must be stopped before it is applied:
    /// they would misread new data, or call functions that no longer exist.
    record Migration(String script, boolean isForStoppedNodes) {

        private String text() {
            return Scripts.text(script);
        }

        private String checksum() {
            return Scripts.checksum(text());
        }
    }
}

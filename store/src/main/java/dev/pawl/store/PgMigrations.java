package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Makes the schema and brings it to the present version, in one transaction.
final class PgMigrations {
    private static final List<String> SCRIPTS =
            List.of(
                    "postgres/001_tables.sql",
                    "postgres/002_commit.sql",
                    "postgres/003_nodes.sql",
                    "postgres/004_views.sql",
                    "postgres/005_permits.sql");

    private PgMigrations() {}

    /// Nodes that start at once wait for each other; a schema that is not ours to change is
    /// refused.
    static void apply(Session session, PgSource source) throws SQLException {
        int present = count(session, source);
        if (present == SCRIPTS.size()) return;
        if (present == 0 && !source.options().isCreating()) {
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
            int applied = count(session, source);
            if (applied == 0) create(session, source);
            for (int number = applied + 1; number <= SCRIPTS.size(); number++) {
                session.execute(source.dialect().sql(Migrations.text(SCRIPTS.get(number - 1))));
                record(session, number);
            }
            session.connection().commit();
        } catch (SQLException | RuntimeException e) {
            session.connection().rollback();
            throw e;
        } finally {
            session.connection().setAutoCommit(true);
        }
    }

    /// Makes positions in the log go on beyond those that are there: the tables may have come from
    /// a server whose transactions had higher numbers.
    static void raisePositions(Session session) throws SQLException {
        session.prepare(
                        "update @progress set shift = shift + late.by from (select"
                                + " max(position) - (pg_current_xact_id()::text::bigint << 20)"
                                + " - (select shift from @progress) as by from @history_chunk)"
                                + " as late where late.by >= 0")
                .executeUpdate();
    }

    private static void create(Session session, PgSource source) throws SQLException {
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

    /// Counts tables of the schema. The catalog is asked as tables are: a function that looks a
    /// name up may not see what another node has made since this transaction began.
    private static long tables(Session session, PgSource source, String condition)
            throws SQLException {
        return session.number(
                "select count(*) from pg_class join pg_namespace on pg_namespace.oid = relnamespace"
                        + " where nspname = '%s' %s"
                                .formatted(source.dialect().schema(), condition));
    }

    /// Returns how many scripts were applied; a schema of a newer version, or with a changed
    /// script, is refused.
    private static int count(Session session, PgSource source) throws SQLException {
        if (tables(session, source, "and relname = 'migration'") == 0) return 0;
        int count = 0;
        PreparedStatement query =
                session.prepare("select number, name, checksum from @migration order by number");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                count++;
                if (row.getInt(1) > SCRIPTS.size()) {
                    throw source.refused(
                            "it was written by a newer version of Pawl (it has migration %d, %s;"
                                            .formatted(row.getInt(1), row.getString(2))
                                    + " this version knows %d): use that version"
                                            .formatted(SCRIPTS.size()));
                }
                String text = Migrations.text(SCRIPTS.get(count - 1));
                if (!Migrations.checksum(text).equals(row.getString(3))) {
                    throw source.refused(
                            "its migration %d (%s) has another checksum than in this version: use"
                                            .formatted(count, row.getString(2))
                                    + " the version that wrote it");
                }
            }
        }
        return count;
    }

    private static void record(Session session, int number) throws SQLException {
        PreparedStatement insert =
                session.prepare("insert into @migration values (?, ?, ?, now())");
        insert.setInt(1, number);
        insert.setString(2, SCRIPTS.get(number - 1));
        insert.setString(3, Migrations.checksum(Migrations.text(SCRIPTS.get(number - 1))));
        insert.executeUpdate();
    }
}

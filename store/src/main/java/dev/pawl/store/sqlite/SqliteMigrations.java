package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.Scripts;
import dev.pawl.store.sql.SqlSession;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// The numbered scripts that create the tables, each applied once and recorded with its checksum.
///
/// A version of Pawl refuses a file with a script that it does not know. So a new format of runs or
/// of the journal also comes with a script, even if no table changes: otherwise an older version
/// would open the file and find bytes that it cannot read.
public final class SqliteMigrations {
    /// Marks a file as Pawl's in SQLite's header: "Pawl" in ASCII.
    private static final int APPLICATION = 0x5061776c;

    public static final List<String> SCRIPTS = List.of("001_tables.sql", "002_views.sql");

    private SqliteMigrations() {}

    /// Brings the file to the current version, or refuses a file that Pawl must not change.
    public static void apply(SqlSession session, Path file) throws SQLException {
        apply(session, file, SCRIPTS);
    }

    /// Does the same as a version that has only these scripts.
    static void apply(SqlSession session, Path file, List<String> scripts) throws SQLException {
        if (session.number("select count(*) from sqlite_master") == 0) {
            session.execute("pragma application_id=" + APPLICATION);
        }
        int applied = check(session, file, scripts);
        if (applied == scripts.size()) return;
        session.execute("begin immediate");
        try {
            session.execute(
                    "create table if not exists migration (number integer primary key,"
                            + " name text not null, checksum text not null, applied text)");
            for (int number = applied + 1; number <= scripts.size(); number++) {
                String script = scripts.get(number - 1);
                session.execute(text(script));
                record(session, number, script);
            }
            session.execute("commit");
        } catch (SQLException e) {
            session.execute("rollback");
            throw e;
        }
    }

    /// Returns how many scripts were applied; refuses a file of another program, of a newer version
    /// or with a changed script.
    static int check(SqlSession session, Path file) throws SQLException {
        return check(session, file, SCRIPTS);
    }

    /// Does the same as a version that knows only these scripts.
    static int check(SqlSession session, Path file, List<String> scripts) throws SQLException {
        if (session.number("pragma application_id") != APPLICATION) {
            throw refused(file, "is a database, but not a store of Pawl: use another directory");
        }
        if (session.number("select count(*) from sqlite_master where name = 'migration'") == 0) {
            return 0;
        }
        int count = 0;
        PreparedStatement query =
                session.prepare("select number, name, checksum from migration order by number");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                count++;
                if (row.getInt(1) > scripts.size()) {
                    throw refused(
                            file,
                            "was written by a newer version of Pawl (it has migration %d, %s; this"
                                            .formatted(row.getInt(1), row.getString(2))
                                    + " version knows %d): use that version"
                                            .formatted(scripts.size()));
                }
                if (!Scripts.checksum(text(scripts.get(count - 1))).equals(row.getString(3))) {
                    throw refused(
                            file,
                            "has migration %d (%s) with a different checksum than this version: use"
                                            .formatted(count, row.getString(2))
                                    + " the version that wrote it");
                }
            }
        }
        return count;
    }

    private static void record(SqlSession session, int number, String script) throws SQLException {
        PreparedStatement insert = session.prepare("insert into migration values (?, ?, ?, ?)");
        insert.setInt(1, number);
        insert.setString(2, script);
        insert.setString(3, Scripts.checksum(text(script)));
        insert.setString(4, Instant.now().toString());
        insert.executeUpdate();
    }

    private static String text(String name) {
        return Scripts.text("sqlite/" + name);
    }

    private static StoreException refused(Path file, String why) {
        return new StoreException(Kind.CORRUPT, file + " " + why, null);
    }
}

package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/// The numbered scripts that make the tables, each applied once and recorded with its checksum.
final class Migrations {
    /// Marks a file as Pawl's in SQLite's header: "Pawl" in ASCII.
    private static final int APPLICATION = 0x5061776c;

    private static final List<String> SCRIPTS =
            List.of("001_tables.sql", "002_views.sql", "003_keys.sql");

    private Migrations() {}

    /// Brings the file to the present version, or refuses a file that is not ours to change.
    static void apply(Session session, Path file) throws SQLException {
        if (session.number("select count(*) from sqlite_master") == 0) {
            session.execute("pragma application_id=" + APPLICATION);
        }
        int applied = check(session, file);
        if (applied == SCRIPTS.size()) return;
        session.execute("begin immediate");
        try {
            session.execute(
                    "create table if not exists migration (number integer primary key,"
                            + " name text not null, checksum text not null, applied text)");
            for (int number = applied + 1; number <= SCRIPTS.size(); number++) {
                session.execute(script(number));
                record(session, number);
            }
            session.execute("commit");
        } catch (SQLException e) {
            session.execute("rollback");
            throw e;
        }
    }

    /// Returns how many scripts were applied; a file of another program, of a newer version or with
    /// a changed script is refused.
    static int check(Session session, Path file) throws SQLException {
        if (session.number("pragma application_id") != APPLICATION) {
            throw refused(file, "is a database, but not a store of Pawl: give another directory");
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
                if (row.getInt(1) > SCRIPTS.size()) {
                    throw refused(
                            file,
                            "was written by a newer version of Pawl (it has migration %d, %s; this"
                                            .formatted(row.getInt(1), row.getString(2))
                                    + " version knows %d): use that version"
                                            .formatted(SCRIPTS.size()));
                }
                if (!checksum(script(count)).equals(row.getString(3))) {
                    throw refused(
                            file,
                            "has migration %d (%s) with another checksum than this version: use"
                                            .formatted(count, row.getString(2))
                                    + " the version that wrote it");
                }
            }
        }
        return count;
    }

    private static void record(Session session, int number) throws SQLException {
        PreparedStatement insert = session.prepare("insert into migration values (?, ?, ?, ?)");
        insert.setInt(1, number);
        insert.setString(2, SCRIPTS.get(number - 1));
        insert.setString(3, checksum(script(number)));
        insert.setString(4, Instant.now().toString());
        insert.executeUpdate();
    }

    private static String script(int number) {
        return text(SCRIPTS.get(number - 1));
    }

    /// Returns a script beside this class.
    static String text(String name) {
        try (InputStream in = Migrations.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("the resource " + name + " is missing");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String checksum(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static StoreException refused(Path file, String why) {
        return new StoreException(Kind.CORRUPT, file + " " + why, null);
    }
}

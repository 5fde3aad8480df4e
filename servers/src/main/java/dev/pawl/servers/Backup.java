package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/// The base of a standby: a copy of a running server's data, like that of `pg_basebackup`, which
/// not every installation has.
///
/// Files change while they are copied; the standby repairs them from the log, which the primary
/// retains from the start of the copy.
final class Backup {
    /// Their content is useless to another server, but the directories must exist.
    private static final Set<String> EMPTIED =
            Set.of(
                    "pg_dynshmem",
                    "pg_notify",
                    "pg_replslot",
                    "pg_serial",
                    "pg_snapshots",
                    "pg_stat_tmp",
                    "pg_subtrans",
                    "pg_wal");

    private static final Set<String> LEFT_OUT =
            Set.of("postmaster.pid", "postmaster.opts", "pg_internal.init");

    private Backup() {}

    /// Copies the data of the server behind `connection` into `target`, as a standby whose slot has
    /// the name `slot`.
    static void take(Connection connection, String slot, Path data, Path target)
            throws IOException, SQLException {
        Path copy = Files.createDirectories(target).resolve("data");
        try (Statement statement = connection.createStatement()) {
            var _ =
                    statement.execute(
                            "select pg_create_physical_replication_slot('%s', true)"
                                    .formatted(slot));
            var _ = statement.execute("select pg_backup_start('%s', true)".formatted(slot));
            Directories.copy(data, copy, new Chosen());
            try (ResultSet end =
                    statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                end.next();
                Files.writeString(copy.resolve("backup_label"), end.getString(1));
            }
        }
        Files.createFile(copy.resolve("standby.signal"));
    }

    private static final class Chosen implements Directories.Choice {
        @Override
        public boolean enters(Path directory) {
            return !EMPTIED.contains(directory.toString());
        }

        @Override
        public boolean takes(Path file) {
            return !LEFT_OUT.contains(file.getFileName().toString());
        }
    }
}

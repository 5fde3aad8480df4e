package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.StoreException;
import dev.pawl.store.SampleRuns;
import dev.pawl.store.SqliteStore;
import dev.pawl.store.format.RunFormat;
import dev.pawl.store.postgres.PgMigrations;
import dev.pawl.store.sql.SqlSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of other versions.
final class SqliteMigrationsTest {
    @TempDir private Path directory;

    /// An older version cannot read the formats of this one, so it must refuse the file first.
    @Test
    void everyOlderVersionRefusesAFileOfThisOne() throws SQLException {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
            for (int known = 0; known < SqliteMigrations.SCRIPTS.size(); known++) {
                List<String> older = SqliteMigrations.SCRIPTS.subList(0, known);
                assertThatThrownBy(() -> check(older))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("newer version of Pawl")
                        .hasMessageContaining(SqliteMigrations.SCRIPTS.get(known));
            }
            assertThat(check(SqliteMigrations.SCRIPTS)).isEqualTo(SqliteMigrations.SCRIPTS.size());
        }
    }

    @Test
    void aFileOfAnOlderVersionIsMigratedAndKeepsItsRuns() throws SQLException {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
        }
        List<String> later =
                Stream.concat(SqliteMigrations.SCRIPTS.stream(), Stream.of("003_next.sql"))
                        .toList();
        try (SqlSession session = SqliteConnections.writing(file())) {
            SqliteMigrations.apply(session, file(), later);
            assertThat(session.number("select count(*) from run where next is null")).isOne();
        }
        assertThat(check(later)).isEqualTo(later.size());
        assertThatThrownBy(() -> SqliteStore.open(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("newer version of Pawl")
                .hasMessageContaining("003_next.sql");
    }

    /// A format that changes without a migration fails here: add a script for each database, then
    /// its numbers.
    @Test
    void everyFormatHasAMigration() {
        assertThat(
                        List.of(
                                SqliteMigrations.SCRIPTS.size(),
                                PgMigrations.ALL.size(),
                                RunFormat.VERSION,
                                EncodedCommit.VERSION))
                .as("scripts for SQLite and PostgreSQL, format of a run and of a commit")
                .containsExactly(2, 4, 2, 3);
    }

    private int check(List<String> scripts) throws SQLException {
        try (SqlSession session = SqliteConnections.reading(file())) {
            return SqliteMigrations.check(session, file(), scripts);
        }
    }

    private Path file() {
        return directory.resolve("pawl.db");
    }
}

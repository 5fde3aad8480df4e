package dev.pawl.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction.Flavour;
import dev.pawl.machine.Writing;
import dev.pawl.store.PgServer;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Tables that an engine creates for its steps.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class OwnTablesTest {
    private static final List<String> FIRST =
            List.of(
                    "create table own_parent (id integer primary key)",
                    "create table own_child (parent integer references own_parent (id))");
    private static final List<String> SECOND =
            List.of("alter table own_parent add column name text");

    private static final OwnTables ONE = new OwnTables("own", List.of(FIRST));
    private static final OwnTables TWO = new OwnTables("own", List.of(FIRST, SECOND));

    @TempDir private Path directory;

    private Store store() {
        return SqliteStore.open(directory);
    }

    private static Engine open(Store store, OwnTables tables) {
        return Engine.open(store, options -> options.tables(tables));
    }

    private static List<Long> numbers(Engine engine, String sql) {
        return engine.query(sql, row -> row.number(1));
    }

    @Test
    void eachVersionIsAppliedOnce() {
        try (Engine engine = open(store(), ONE)) {
            assertThat(numbers(engine, "select count(*) from own_parent")).containsExactly(0L);
        }
        for (int i = 0; i < 2; i++) {
            try (Engine engine = open(store(), TWO)) {
                assertThat(numbers(engine, "select count(name) from own_parent"))
                        .containsExactly(0L);
                assertThat(numbers(engine, "select version from own_migrations order by version"))
                        .containsExactly(1L, 2L);
            }
        }
    }

    @Test
    void aStatementForOneDatabaseIsExecutedOnlyThere() {
        List<String> statements =
                List.of(
                        OwnTables.only(Flavour.SQLITE, "create table own_here (a text)"),
                        OwnTables.only(Flavour.POSTGRESQL, "create table own_there (a jsonb[])"));
        try (Engine engine = open(store(), new OwnTables("own", List.of(statements)))) {
            assertThat(
                            engine.query(
                                    "select name from sqlite_master where name like 'own_%here'",
                                    row -> row.text(1)))
                    .containsExactly("own_here");
        }
    }

    @Test
    void tablesThatDifferFromTheProgramsAreRefused() {
        List<String> changed = List.of("create table z (a text)");
        OwnTables other = new OwnTables("own", List.of(FIRST, changed));
        open(store(), TWO).close();
        assertThatThrownBy(() -> open(store(), ONE))
                .hasMessageContaining("of version 1 or older, found version 2");
        assertThatThrownBy(() -> open(store(), other))
                .hasMessageContaining("version 2 of the tables of own was created by other");
        open(store(), TWO).close();
    }

    @Test
    void aVersionThatFailsLeavesNothing() {
        List<String> broken = List.of("create table own_half (a text)", "create table");
        OwnTables half = new OwnTables("own", List.of(FIRST, broken));
        assertThatThrownBy(() -> open(store(), half)).hasMessageContaining("create table");
        try (Engine engine = open(store(), ONE)) {
            assertThat(
                            numbers(
                                    engine,
                                    "select count(*) from sqlite_master where name = 'own_half'"))
                    .containsExactly(0L);
        }
    }

    @Test
    void foreignKeysAreEnforced() {
        open(store(), ONE).close();
        Writing orphan = tx -> tx.update("insert into own_child (parent) values (7)");
        try (Store store = store()) {
            assertThatThrownBy(() -> store.commit(Commit.NONE.writing(List.of(orphan))))
                    .hasMessageContaining("FOREIGN KEY");
        }
    }

    @Test
    void nodesThatOpenTogetherCreateThemOnce() throws Exception {
        PgServer server = PgServer.embedded();
        String schema = PgServer.freshSchema();
        server.open(schema).close();
        server.execute("drop table if exists own_child, own_parent, own_migrations");
        List<Future<Engine>> opening = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                opening.add(threads.submit(() -> open(server.open(schema), TWO)));
            }
        }
        for (Future<Engine> each : opening) each.get().close();
        assertThat(server.number("select count(*) from own_migrations")).isEqualTo(2);
    }
}

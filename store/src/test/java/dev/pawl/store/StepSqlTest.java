package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.SqlGuard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a step's own SQL may do in the store's transaction.
final class StepSqlTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "begin",
                "commit",
                "end",
                "rollback",
                " -- x\n rollback",
                "savepoint a",
                "release step",
                "pragma synchronous=off",
                "attach 'x.db' as x",
                "vacuum",
                "",
                "delete from run",
                "DELETE FROM \"run\"",
                "update run set state = 'x'",
                "update or ignore main.run set state = 'x'",
                "insert into [journal] values (1, x'')",
                "replace into document values ('QUEUE', 'q', '{}')",
                "drop table if exists message",
                "with x as (select 1) delete from history_chunk",
                "alter table run add column x",
                "create index mine on run (state)",
                "select 1; delete from run",
                "create table a (b references c (d) deferrable initially deferred)",
                "create trigger t after insert on mine begin delete from run; end"
            })
    void isRefused(String sql) {
        assertThatThrownBy(() -> SqlGuard.checkStep(sql, new Dialect.Sqlite()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into image (run, document) values (?, 'delete from run')",
                "select status from runs where machine = ?",
                "update image set run = ? where document = ?",
                "create table if not exists image (run text, message text)",
                "create table a (b references c (d) initially immediate, deferred text)",
                "with x as (select 1) insert into image select * from x;"
            })
    void isAllowed(String sql) {
        SqlGuard.checkStep(sql, new Dialect.Sqlite());
    }

    @Test
    void isRefusedTogetherWithItsCommit() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            StoreException refused =
                    catchThrowableOfType(
                            StoreException.class,
                            () -> store.commit(commit(1, tx -> tx.update("delete from run"))));
            assertThat(refused.kind()).isEqualTo(StoreException.Kind.REFUSED);
            assertThat(refused).hasMessageContaining("belongs to Pawl");
            assertThat(store.lastId()).isZero();
        }
    }

    @Test
    void endsWhenTheCallReturns() {
        List<Transaction> kept = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(commit(1, kept::add));
            assertThatThrownBy(() -> kept.getFirst().update("create table t (a)"))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static Commit commit(long id, Writing writing) {
        return Commit.of(SampleRuns.change(SampleRuns.started(id))).writing(List.of(writing));
    }
}

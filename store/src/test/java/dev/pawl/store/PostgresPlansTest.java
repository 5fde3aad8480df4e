package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.machine.Writing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Statements that were prepared before a table was altered, or that the server has forgotten.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresPlansTest {
    private static final int WARM_UP = 5;

    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();
    private final String table = "note_of_" + schema;
    private long lastId;

    @Test
    void aStepSucceedsAfterItsTableWasAltered() {
        server.execute("create table %s (name text)".formatted(table));
        server.execute("insert into %s values ('a')".formatted(table));
        try (PostgresStore store = server.open(schema)) {
            List<String> read = new ArrayList<>();
            Writing reading =
                    transaction ->
                            read.addAll(
                                    transaction.query(
                                            "select * from " + table, row -> row.text(1)));
            for (int i = 0; i < WARM_UP; i++) store.commit(commit(reading));
            server.execute("alter table %s add column size integer".formatted(table));
            store.commit(commit(reading));
            assertThat(read).hasSize(WARM_UP + 1).containsOnly("a");
            assertThat(store.lastId()).isEqualTo(lastId);
        }
    }

    @Test
    void aStepSucceedsAfterTheServerForgotItsStatements() {
        String forget = "forget_in_" + schema;
        server.execute(
                ("create function %s() returns integer language plpgsql as"
                                + " $$ begin execute 'deallocate all'; return 1; end $$")
                        .formatted(forget));
        try (PostgresStore store = server.open(schema)) {
            List<Long> read = new ArrayList<>();
            Writing reading = asking("select 2", read);
            for (int i = 0; i < WARM_UP; i++) store.commit(commit(reading));
            store.commit(commit(asking("select %s()".formatted(forget), new ArrayList<>())));
            store.commit(commit(reading));
            assertThat(read).hasSize(WARM_UP + 1).containsOnly(2L);
            assertThat(store.lastId()).isEqualTo(lastId);
        }
    }

    private static Writing asking(String sql, List<Long> answers) {
        return transaction -> answers.addAll(transaction.query(sql, row -> row.number(1)));
    }

    private Commit commit(Writing writing) {
        Commit.Change change = SampleRuns.change(SampleRuns.started(++lastId));
        return Commit.of(change).writing(List.of(writing));
    }
}

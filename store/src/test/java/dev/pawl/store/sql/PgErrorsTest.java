package dev.pawl.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.SqlFailed;
import dev.pawl.store.sql.StatementErrors.Fault;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// The meaning of PostgreSQL's errors, by their SQL state and the routine of the server that raised
/// them.
final class PgErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "0A000, RevalidateCachedQuery, BUSY, WORLD",
        "0A000, RevalidateCachedPlan, BUSY, WORLD",
        "0A000, transformDeclareCursorStmt, IO, STATEMENT",
        "42P05, StorePreparedStatement, BUSY, WORLD",
        "26000, FetchPreparedStatement, BUSY, WORLD",
        "42601, scanner_yyerror, IO, STATEMENT",
        "42P01, parserOpenTable, IO, MISSING_TABLE",
        "23505, _bt_check_unique, STALE, CONSTRAINT",
        "40001, ExecUpdate, BUSY, WORLD",
        "57P01, ProcessInterrupts, BUSY, WORLD",
        "08006, '', BUSY, WORLD",
        "53100, mdextend, FULL, WORLD",
        "54000, index_form_tuple_context, REFUSED, STATEMENT",
        "22021, report_invalid_encoding, REFUSED, STATEMENT",
        "XX001, ReadBuffer_common, CORRUPT, WORLD",
        "PW005, exec_stmt_raise, CORRUPT, WORLD",
    })
    void hasTheKindAndFaultOfItsState(String state, String routine, Kind kind, Fault fault) {
        SQLException error = error(state, routine);
        assertThat(PgErrors.kind(error)).isEqualTo(kind);
        assertThat(PgErrors.fault(error)).isEqualTo(fault);
        boolean bug =
                StatementErrors.of(new Dialect.Postgres("pawl"), "select 1", error)
                        instanceof SqlFailed.BadStatement;
        assertThat(bug).isEqualTo(fault.isOfTheStatement());
    }

    @ParameterizedTest
    @CsvSource({
        "0A000, RevalidateCachedQuery, true, false",
        "0A000, transformDeclareCursorStmt, false, false",
        "42P05, StorePreparedStatement, true, false",
        "26000, FetchPreparedStatement, true, false",
        "42601, scanner_yyerror, false, false",
        "57P01, ProcessInterrupts, false, true",
        "08006, '', false, true",
    })
    void needsAFreshConnection(String state, String routine, boolean stale, boolean lost) {
        SQLException error = error(state, routine);
        assertThat(PgErrors.isStalePlan(error)).isEqualTo(stale);
        assertThat(PgErrors.isLost(error)).isEqualTo(lost);
        assertThat(PgErrors.isOfOneCommit(error)).isEqualTo(!stale && !lost);
    }

    /// As the server sends it: fields with a letter each, in any language.
    private static SQLException error(String state, String routine) {
        return new PSQLException(
                new ServerErrorMessage(
                        "SERROR\0C%s\0MMeldung \"x\"\0R%s\0".formatted(state, routine)));
    }
}

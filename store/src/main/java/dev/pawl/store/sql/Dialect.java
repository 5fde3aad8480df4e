package dev.pawl.store.sql;

import java.sql.SQLException;

/// The differences between the two databases that shared statements are executed on.
///
/// A shared statement marks the names of tables with `@`, and writes `{instr}` for the function
/// that finds a part of a text and `{owner}` for the owner of a run.
public sealed interface Dialect {

    /// Returns a shared statement in the SQL of this database.
    String sql(String shared);

    /// Returns a text in the form in which a column stores it.
    String stored(String text);

    /// Returns the text that a column stores in this form.
    String read(String stored);

    /// Returns what caused an error of a statement.
    StatementErrors.Fault fault(SQLException error);

    /// SQLite stores any text. A file has one owner, so its runs have none.
    record Sqlite() implements Dialect {
        @Override
        public String sql(String shared) {
            return shared.replace("@", "").replace("{instr}", "instr").replace("{owner}", "0");
        }

        @Override
        public String stored(String text) {
            return text;
        }

        @Override
        public String read(String stored) {
            return stored;
        }

        @Override
        public StatementErrors.Fault fault(SQLException error) {
            return SqliteErrors.fault(error);
        }
    }

    /// PostgreSQL has Pawl's tables in a schema of their own, which every statement names: a pooler
    /// may give each transaction another session. Its text cannot contain the character NUL.
    record Postgres(String schema) implements Dialect {
        private static final char ESCAPE = 1;
        private static final String NUL = "\u0000";
        private static final String ESCAPED_NUL = ESCAPE + "0";
        private static final String ESCAPED_ESCAPE = ESCAPE + "1";

        @Override
        public String sql(String shared) {
            return shared.replace("@", '"' + schema + "\".")
                    .replace("{instr}", "strpos")
                    .replace("{owner}", "owner")
                    .replace("{channel}", channel());
        }

        /// Returns the channel on which nodes notify each other.
        public String channel() {
            return "pawl_" + schema;
        }

        @Override
        public String stored(String text) {
            if (text.indexOf(0) < 0 && text.indexOf(ESCAPE) < 0) return text;
            return text.replace(String.valueOf(ESCAPE), ESCAPED_ESCAPE).replace(NUL, ESCAPED_NUL);
        }

        @Override
        public String read(String stored) {
            if (stored.indexOf(ESCAPE) < 0) return stored;
            return stored.replace(ESCAPED_NUL, NUL).replace(ESCAPED_ESCAPE, String.valueOf(ESCAPE));
        }

        @Override
        public StatementErrors.Fault fault(SQLException error) {
            return PgErrors.fault(error);
        }
    }
}

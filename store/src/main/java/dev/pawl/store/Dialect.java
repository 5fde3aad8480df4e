package dev.pawl.store;

import java.sql.SQLException;

/// What differs between the two kinds of SQL that the shared statements are executed in.
///
/// A shared statement marks the names of tables with `@`, and writes `{instr}` for the function
/// that looks for a part of a text and `{owner}` for the owner of a run.
sealed interface Dialect {

    /// Returns a shared statement as this database understands it.
    String sql(String shared);

    /// Returns a text as a column keeps it.
    String stored(String text);

    /// Returns the text that a column keeps in this form.
    String read(String stored);

    /// Returns what an error of a statement is about.
    StatementErrors.Fault fault(SQLException error);

    /// SQLite keeps any text; a file has one owner, so its runs have none.
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
            return SqlErrors.fault(error);
        }
    }

    /// PostgreSQL has Pawl's tables in a schema of their own, which every statement names: a pooler
    /// may give each transaction another session. Its text cannot hold the character NUL.
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

        /// Returns the channel on which nodes call each other.
        String channel() {
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

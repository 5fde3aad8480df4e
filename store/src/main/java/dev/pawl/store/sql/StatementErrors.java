package dev.pawl.store.sql;

import dev.pawl.machine.SqlFailed;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Maps errors of a step's own SQL to exceptions that name the cause and what to do.
final class StatementErrors {
    private static final Pattern MISSING_IN_SQLITE = Pattern.compile("no such table: ([^)]+)");

    /// The server's messages may be localized, but they quote the name.
    private static final Pattern QUOTED = Pattern.compile("[\"«„“](.+?)[\"»“”]");

    private StatementErrors() {}

    static SqlFailed of(Dialect dialect, String sql, SQLException error) {
        String where = "; in the statement: " + sql;
        return switch (dialect.fault(error)) {
            case MISSING_TABLE -> new SqlFailed.BadStatement(missing(error) + where, error);
            case STATEMENT -> new SqlFailed.BadStatement(error.getMessage() + where, error);
            case CONSTRAINT -> new SqlFailed.ConstraintViolated(error.getMessage() + where, error);
            case WORLD -> new SqlFailed(error.getMessage() + where, error);
        };
    }

    private static String missing(SQLException error) {
        String message = String.valueOf(error.getMessage());
        Matcher sqlite = MISSING_IN_SQLITE.matcher(message);
        Matcher postgres = QUOTED.matcher(message);
        String table = "a table";
        if (sqlite.find()) table = "table '%s'".formatted(sqlite.group(1));
        else if (postgres.find()) table = "table '%s'".formatted(postgres.group(1));
        return ("%s does not exist (%s); declare it with options.tables(new OwnTables(…)), so that"
                        + " the engine creates it when it opens")
                .formatted(table, message);
    }

    /// What caused an error of a statement.
    enum Fault {
        /// A table that does not exist.
        MISSING_TABLE,
        /// The statement, or a value in it.
        STATEMENT,
        /// A constraint or a trigger of a table.
        CONSTRAINT,
        /// The database: the same statement may succeed later.
        WORLD;

        /// Returns whether the statement or a value in it is wrong.
        boolean isOfTheStatement() {
            return this == MISSING_TABLE || this == STATEMENT;
        }
    }
}

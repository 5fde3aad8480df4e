package dev.pawl.cli.store;

import dev.pawl.cli.screen.Csv;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.StoreException;
import dev.pawl.store.QueryResult;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs a query on the store.
@Command(
        name = "sql",
        description = {
            "Runs one read-only SQL query on the store.",
            "The documented views are runs, history, queues, permits and schedules, and nodes in a"
                    + " database."
        },
        footer = {
            "",
            "Examples:",
            "  pawl sql \"select status, count(*) from runs group by status\"",
            "  pawl sql \"select id, error from runs where status = 'FAILED'\" --csv"
        })
final class SqlCommand implements Callable<Integer> {
    private static final int CELL_CHARS = 80;

    /// SQLite's code for an error in the statement itself.
    private static final int WRONG = 1;

    /// PostgreSQL's codes for an error in the statement itself, or in its values.
    private static final Pattern WRONG_STATE = Pattern.compile("(42|22).*");

    /// What the driver adds around the message of SQLite.
    private static final Pattern DRIVER =
            Pattern.compile("^\\[\\w+] [^(]*\\((.*)\\)$", Pattern.DOTALL);

    private final Shell shell;

    @Parameters(paramLabel = "QUERY", description = "Query: select, with, values or explain.")
    String query = "";

    @Option(names = "--csv", description = "Print comma-separated values.")
    boolean csv;

    SqlCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (csv && shell.json) throw CommandException.usage("--csv and --json exclude each other");
        StoreLocation place = shell.location();
        place.require();
        QueryResult rows = answer(place);
        if (shell.json) {
            shell.json(rows.rows().stream().map(row -> json(rows.columns(), row)).toList());
        } else if (csv) {
            shell.say(line(rows.columns()));
            rows.rows().forEach(row -> shell.say(line(row)));
        } else {
            print(rows);
        }
        if (rows.isCut()) {
            shell.warn(
                    "only the first %,d rows are shown; narrow the query to see the rest"
                            .formatted(QueryResult.ROWS_MAX));
        }
        return ExitCode.OK;
    }

    private QueryResult answer(StoreLocation place) {
        try {
            return place.query(query);
        } catch (StoreException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException) {
                throw CommandException.usage(String.valueOf(e.getMessage()));
            }
            if (cause instanceof SQLException sql && isWrong(sql)) {
                String message = String.valueOf(sql.getMessage());
                throw CommandException.usage(
                        "the query is wrong: %s; `pawl sql --help` lists the views"
                                .formatted(DRIVER.matcher(message).replaceFirst("$1")));
            }
            throw e;
        }
    }

    private static boolean isWrong(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return error.getErrorCode() == WRONG || WRONG_STATE.matcher(state).matches();
    }

    private void print(QueryResult rows) {
        Table table = shell.table(rows.columns().toArray(String[]::new));
        for (List<@Nullable Object> row : rows.rows()) {
            List<String> cells = new ArrayList<>();
            for (Object cell : row) cells.add(HumanText.cut(text(cell), CELL_CHARS));
            table.row(cells);
        }
        table.print(shell.out);
    }

    private static Map<String, @Nullable Object> json(
            List<String> columns, List<@Nullable Object> row) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) json.put(columns.get(i), row.get(i));
        return json;
    }

    private static String line(List<? extends @Nullable Object> cells) {
        return Csv.line(cells.stream().map(cell -> cell == null ? "" : text(cell)).toList());
    }

    private static String text(@Nullable Object cell) {
        if (cell == null) return "-";
        return cell instanceof byte[] bytes
                ? "x'" + HexFormat.of().formatHex(bytes) + "'"
                : cell.toString();
    }
}

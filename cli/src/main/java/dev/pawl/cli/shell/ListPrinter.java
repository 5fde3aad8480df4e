package dev.pawl.cli.shell;

import dev.pawl.cli.screen.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Prints rows as a table for people, or with `--json` as a list for programs.
///
/// @param <T> what a row shows
public final class ListPrinter<T> {
    private final Shell shell;
    private final String none;
    private final List<String> titles = new ArrayList<>();
    private final List<Function<T, ?>> cells = new ArrayList<>();
    private int most = Integer.MAX_VALUE;

    /// Creates a printer without columns that prints `none` if it has no rows.
    public ListPrinter(Shell shell, String none) {
        this.shell = shell;
        this.none = none;
    }

    /// Adds a column.
    public ListPrinter<T> column(String title, Function<T, ?> cell) {
        titles.add(title);
        cells.add(cell);
        return this;
    }

    /// Notes that there may be more rows if there are this many.
    public ListPrinter<T> atMost(int limit) {
        most = limit;
        return this;
    }

    /// Prints rows; their JSON is that of their class.
    public int print(List<T> rows) {
        return print(rows, row -> row);
    }

    /// Prints rows, with this function to JSON.
    public int print(List<T> rows, Function<T, ?> json) {
        if (shell.json) return shell.json(rows.stream().map(json).toList());
        shell.show(table(rows), none);
        if (rows.size() == most) {
            shell.say("Showing the first %d. Raise --limit to see more.".formatted(most));
        }
        return ExitCode.OK;
    }

    public Table table(List<T> rows) {
        Table table = shell.table(titles.toArray(String[]::new));
        for (T row : rows) table.row(cells.stream().map(cell -> cell.apply(row)).toList());
        return table;
    }
}

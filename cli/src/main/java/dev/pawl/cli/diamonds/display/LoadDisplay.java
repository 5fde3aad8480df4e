package dev.pawl.cli.diamonds.display;

import dev.pawl.cli.shell.Shell;

/// Shows a run while it loads.
public interface LoadDisplay {
    /// Shows a snapshot; `reason` says why nothing moves, and is empty if something does.
    void show(LoadSnapshot snapshot, String reason);

    /// Clears the display before the summary is printed.
    void close();

    /// Returns a strip on a terminal, a line per event elsewhere, and nothing with `--json`.
    static LoadDisplay of(Shell shell) {
        if (shell.json) return new Silent();
        return shell.paint.isTerminal() ? new HeatStrip(shell) : new LoadLines(shell);
    }

    /// Shows nothing.
    record Silent() implements LoadDisplay {
        @Override
        public void show(LoadSnapshot snapshot, String reason) {}

        @Override
        public void close() {}
    }
}

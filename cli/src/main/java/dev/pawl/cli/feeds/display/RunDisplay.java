package dev.pawl.cli.feeds.display;

import dev.pawl.cli.shell.Shell;

/// Shows the sources while they load.
public interface RunDisplay {
    void show(SourcesSnapshot snapshot);

    /// Clears the display before the summary is printed.
    void close();

    /// Returns a tree on a terminal, a line per event elsewhere, and nothing with `--json`.
    static RunDisplay of(Shell shell, EventPrinter.ViewReader reader) {
        if (shell.json) return new NoDisplay();
        return shell.paint.isTerminal() ? new SourceTree(shell) : new EventPrinter(shell, reader);
    }

    /// Shows nothing.
    record NoDisplay() implements RunDisplay {
        @Override
        public void show(SourcesSnapshot snapshot) {}

        @Override
        public void close() {}
    }
}

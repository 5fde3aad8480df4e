package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.Shell;

/// What people see of a run while it lasts.
interface Picture {
    void show(Look look);

    /// Leaves the place for what is said at the end.
    void close();

    /// Returns a tree on a terminal, lines elsewhere, and nothing where a program reads.
    static Picture of(Shell shell, Diary.Asker asker) {
        if (shell.json) return new Nothing();
        return shell.paint.isTerminal() ? new Tree(shell) : new Diary(shell, asker);
    }

    /// Nobody looks.
    record Nothing() implements Picture {
        @Override
        public void show(Look look) {}

        @Override
        public void close() {}
    }
}

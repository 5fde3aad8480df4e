package dev.pawl.cli.shell;

import picocli.CommandLine.Option;

/// The option `--limit` of commands that list something.
public final class LimitOption {
    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Show at most N results (default: ${DEFAULT-VALUE}).")
    int limit;

    public LimitOption(int limit) {
        this.limit = limit;
    }

    /// Returns the limit, or refuses one that shows nothing.
    public int value() {
        if (limit > 0) return limit;
        throw CommandException.usage("--limit must be 1 or more, found " + limit);
    }
}

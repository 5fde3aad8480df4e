package dev.pawl.cli.shell;

import dev.pawl.engine.Operators.By;
import picocli.CommandLine.Option;

/// Who gives an order, and why; both are kept in the run's history.
public final class ByOptions {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why; it is kept in the history.")
    String reason = "on the command line";

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            description = "Who; the user's login unless told.")
    String actor = System.getProperty("user.name", "unknown");

    public By by() {
        if (actor.isBlank()) throw Trouble.usage("--actor needs a name");
        return new By(actor, reason);
    }
}

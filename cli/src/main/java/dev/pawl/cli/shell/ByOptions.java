package dev.pawl.cli.shell;

import dev.pawl.engine.Operators.By;
import picocli.CommandLine.Option;

/// The actor and the reason of an order, for the history.
public final class ByOptions {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Reason recorded in the history (default: ${DEFAULT-VALUE}).")
    String reason = "on the command line";

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            description = "Actor recorded in the history (default: your login).")
    String actor = System.getProperty("user.name", "unknown");

    public By by() {
        if (actor.isBlank()) throw CommandException.usage("--actor needs a name, found ''");
        return new By(actor, reason);
    }
}

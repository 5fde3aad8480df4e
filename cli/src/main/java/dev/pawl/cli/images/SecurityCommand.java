package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.SecurityEvent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists archives that were refused.
@Command(
        name = "security",
        description = "Lists the archives that were refused: which entry, and which rule.",
        footer = {"", "Examples:", "  pawl images security", "  pawl images security --json"})
final class SecurityCommand implements Callable<Integer> {
    private static final int LIMIT = 100;

    private final Shelf shelf;
    private final Shell shell;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many, newest first (default: 100).")
    int limit = LIMIT;

    SecurityCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() {
        List<SecurityEvent> events = shelf.ask(catalog -> catalog.securityEvents(limit));
        if (shell.json) return shell.json(events);
        Table table = shell.table("AT", "ARCHIVE", "POLICY", "RULE", "ENTRY", "RUN");
        for (SecurityEvent event : events) {
            table.row(
                    event.at(),
                    event.archive(),
                    event.policy(),
                    shell.paint.red(event.rule()),
                    event.entry(),
                    event.run());
        }
        shell.show(table, "Nothing was refused.");
        return ExitCode.OK;
    }
}

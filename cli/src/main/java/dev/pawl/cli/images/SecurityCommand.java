package dev.pawl.cli.images;

import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.SecurityEvent;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists rejected archives.
@Command(
        name = "security",
        description =
                "Lists rejected archives, newest first, with the entry and the rule it breaks.",
        footer = {"", "Examples:", "  pawl images security", "  pawl images security --json"})
final class SecurityCommand implements Callable<Integer> {
    private final ImagesContext context;

    @Mixin LimitOption limit = new LimitOption(100);

    SecurityCommand(ImagesContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Shell shell = context.shell();
        return new ListPrinter<SecurityEvent>(shell, "No archive was rejected.")
                .column("AT", SecurityEvent::at)
                .column("ARCHIVE", SecurityEvent::archive)
                .column("POLICY", SecurityEvent::policy)
                .column("RULE", event -> shell.paint.red(event.rule()))
                .column("ENTRY", SecurityEvent::entry)
                .column("RUN", SecurityEvent::run)
                .print(context.query(catalog -> catalog.securityEvents(limit.value())));
    }
}

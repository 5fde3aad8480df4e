package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.table.SecurityEvent;
import java.util.List;
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
    private final Shell shell;

    @Mixin LimitOption limit = new LimitOption(100);

    SecurityCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<SecurityEvent> events =
                context.query(catalog -> catalog.securityEvents(limit.value()));
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
        shell.show(table, "No archive was rejected.");
        return ExitCode.OK;
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.OrchestrationView;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Shows a quarantined record.
@Command(
        name = "show",
        description = "Shows a quarantined record as it was published, and its error.",
        footer = {"", "Examples:", "  pawl feeds quarantine show 3"})
final class QuarantineShowCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    @Parameters(paramLabel = "NUMBER", description = "Number of the record in the list.")
    long number;

    QuarantineShowCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        OrchestrationView.Quarantined found =
                context.view(view -> view.quarantined(number))
                        .orElseThrow(() ->
                                CommandException.notFound(
                                        "no quarantined record %d: list them with `pawl feeds"
                                                        .formatted(number)
                                                + " quarantine`"));
        if (shell.json) {
            Map<String, @Nullable Object> json = FeedsJson.quarantined(found);
            json.put("payload", found.payload());
            return shell.json(json);
        }
        shell.say("%s: %s".formatted(found.provider(), found.error()));
        shell.say(found.payload());
        return ExitCode.OK;
    }
}

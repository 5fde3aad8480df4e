package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.OrchestrationView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Lists quarantined records.
@Command(
        name = "quarantine",
        description =
                "Lists quarantined records: records that could not be loaded, with the error.",
        footer = {
            "",
            "Examples:",
            "  pawl feeds quarantine cve",
            "  pawl feeds quarantine show 3",
            "  pawl feeds quarantine replay 3"
        })
final class QuarantineCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 120;

    private final FeedsContext context;
    private final Shell shell;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Show only this source.")
    String source = "";

    @Mixin LimitOption limit = new LimitOption(50);

    QuarantineCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        String id = FeedsArguments.sourceOrAll(source);
        int most = limit.value();
        List<OrchestrationView.Quarantined> found = context.view(view -> view.quarantine(id, most));
        if (shell.json) {
            return shell.json(found.stream().map(FeedsJson::quarantined).toList());
        }
        Table table = shell.table("NUMBER", "SOURCE", "TRIES", "LAST", "ERROR");
        for (OrchestrationView.Quarantined each : found) {
            table.row(
                    each.number(),
                    each.provider(),
                    each.attempts(),
                    HumanText.ago(each.lastAt(), shell.now()),
                    HumanText.cut(each.error(), ERROR_CHARS));
        }
        shell.show(table, "No quarantined records.");
        return ExitCode.OK;
    }
}

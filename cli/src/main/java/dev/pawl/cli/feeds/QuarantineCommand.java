package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.LimitOption;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.OrchestrationView;
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

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Show only this source.")
    String source = "";

    @Mixin LimitOption limit = new LimitOption(50);

    QuarantineCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        String id = FeedsArguments.sourceOrAll(source);
        int most = limit.value();
        Shell shell = context.shell();
        return new ListPrinter<OrchestrationView.Quarantined>(shell, "No quarantined records.")
                .column("NUMBER", OrchestrationView.Quarantined::number)
                .column("SOURCE", OrchestrationView.Quarantined::provider)
                .column("TRIES", OrchestrationView.Quarantined::attempts)
                .column("LAST", each -> HumanText.ago(each.lastAt(), shell.now()))
                .column("ERROR", each -> HumanText.cut(each.error(), ERROR_CHARS))
                .print(context.view(view -> view.quarantine(id, most)), FeedsJson::quarantined);
    }
}

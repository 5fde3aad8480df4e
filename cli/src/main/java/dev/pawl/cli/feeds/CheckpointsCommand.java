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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the results of processed items.
@Command(
        name = "checkpoints",
        description = {
            "Lists the result of each processed item, newest first: written, removed, or rejected"
                    + " with the error.",
            "Items that did not change are not listed."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds checkpoints cve --limit 50",
            "  pawl feeds checkpoints --failed --json"
        })
final class CheckpointsCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 120;

    private final FeedsContext context;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Show only this source.")
    String source = "";

    @Option(names = "--failed", description = "Show only items that failed.")
    boolean failed;

    @Mixin LimitOption limit = new LimitOption(20);

    CheckpointsCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        String id = FeedsArguments.sourceOrAll(source);
        int most = limit.value();
        Shell shell = context.shell();
        return new ListPrinter<OrchestrationView.Checkpoint>(shell, "No checkpoints.")
                .column("URN", each -> each.urn().isEmpty() ? "-" : each.urn())
                .column("PROVIDER", OrchestrationView.Checkpoint::providerId)
                .column("PROCESSED AT", each -> HumanText.time(each.processedAt()))
                .column("SUCCESS", each -> each.success() ? "yes" : shell.paint.red("no"))
                .column("ERROR", each -> HumanText.cut(each.errorMessage(), ERROR_CHARS))
                .print(
                        context.view(view -> view.checkpoints(id, failed, most)),
                        FeedsJson::checkpoint);
    }
}

package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.feeds.display.SourceOutcomes;
import dev.pawl.cli.feeds.display.SourceTree;
import dev.pawl.cli.feeds.display.SourcesSnapshot;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.orchestrator.ProviderStats;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Shows the state of the sources.
@Command(
        name = "status",
        description = {
            "Shows the state of the orchestration and of each source, and why a source waits."
        },
        footer = {"", "Examples:", "  pawl feeds status", "  pawl feeds status --json"})
final class StatusCommand implements Callable<Integer> {
    private static final int REASON_CHARS = 80;

    private final FeedsContext context;
    private final Shell shell;

    StatusCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        SourcesSnapshot snapshot = context.view(view -> SourcesSnapshot.at(shell.now(), view));
        if (shell.json) return shell.json(json(snapshot));
        shell.say(
                "%s  %s%s"
                        .formatted(
                                shell.paint.bold(snapshot.state()),
                                HumanText.count(snapshot.providers().size(), "source"),
                                snapshot.isActive() && !shell.execute(new GetLiveness()).live()
                                        ? "; no engine is open, resume with `pawl feeds run`"
                                        : ""));
        Table table =
                shell.table("SOURCE", "STATE", "PERMITS", "ITEMS", "ERRORS", "CYCLE", "SINCE", "");
        for (ProviderStats each : snapshot.providers()) {
            ProviderStats.Counts counts = each.row().counts();
            table.row(
                    each.row().id(),
                    SourceOutcomes.state(shell.paint, each),
                    each.permitsHeld(),
                    "%,d".formatted(counts.processedTotal()),
                    "%,d".formatted(counts.errorTotal()),
                    each.row().cycle(),
                    HumanText.ago(each.updatedAt(), snapshot.at()),
                    HumanText.cut(SourceTree.reason(each, snapshot.at()), REASON_CHARS));
        }
        table.print(shell.out);
        return ExitCode.OK;
    }

    private static Map<String, @Nullable Object> json(SourcesSnapshot snapshot) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("macro", snapshot.macro().map(FeedsJson::macro).orElse(null));
        json.put("providers", snapshot.providers().stream().map(FeedsJson::provider).toList());
        return json;
    }
}

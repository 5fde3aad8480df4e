package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.orchestrator.ProviderStats;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Shows how the sources are.
@Command(
        name = "status",
        description = {
            "Shows the state of the whole and of each source, and why one does not move.",
            "With --json the fields are those of the statistics of providers and of the macro."
        },
        footer = {"", "Examples:", "  pawl feeds status", "  pawl feeds status --json"})
final class StatusCommand implements Callable<Integer> {
    private static final int REASON_CHARS = 80;

    private final Desk desk;
    private final Shell shell;

    StatusCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Look look = desk.board(board -> Look.at(shell.now(), board));
        if (shell.json) return shell.json(json(look));
        shell.say(
                "%s  %s%s"
                        .formatted(
                                shell.paint.bold(look.state()),
                                Words.count(look.providers().size(), "source"),
                                look.isActive() && !isLive()
                                        ? "; no engine is open, `pawl feeds run` goes on"
                                        : ""));
        Table table =
                shell.table("SOURCE", "STATE", "PERMITS", "ITEMS", "ERRORS", "CYCLE", "SINCE", "");
        for (ProviderStats each : look.providers()) {
            ProviderStats.Counts counts = each.row().counts();
            table.row(
                    each.row().id(),
                    Outcomes.state(shell.paint, each),
                    each.permitsHeld(),
                    "%,d".formatted(counts.processedTotal()),
                    "%,d".formatted(counts.errorTotal()),
                    each.row().cycle(),
                    Words.ago(each.updatedAt(), look.at()),
                    Words.cut(Tree.reason(each, look.at()), REASON_CHARS));
        }
        table.print(shell.out);
        return ExitCode.OK;
    }

    private boolean isLive() {
        try (Control control = shell.open()) {
            return control.liveness().live();
        }
    }

    private static Map<String, @Nullable Object> json(Look look) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("macro", look.macro().map(FeedsJson::macro).orElse(null));
        json.put("providers", look.providers().stream().map(FeedsJson::provider).toList());
        return json;
    }
}

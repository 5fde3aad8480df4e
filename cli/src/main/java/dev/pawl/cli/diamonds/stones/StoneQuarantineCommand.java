package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsArguments;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.quarantine.QuarantinedStone;
import dev.pawl.diamonds.quarantine.StoneQuarantine;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists quarantined stones.
@Command(
        name = "quarantine",
        description =
                "Lists quarantined stones: payloads that could not become a stone, with the field"
                        + " and the reason.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds quarantine",
            "  pawl diamonds quarantine show DIAMOND/0540b97a",
            "  pawl diamonds quarantine replay"
        })
final class StoneQuarantineCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N (default: 50).")
    int limit = 50;

    StoneQuarantineCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        int most = DiamondsArguments.limit(limit);
        List<QuarantinedStone> found =
                context.ask(store -> StoneQuarantine.list(store::query, feed.feed(), 0, most));
        if (shell.json) return shell.json(found);
        Table table = shell.table("STONE", "FIELD", "REASON", "SINCE");
        for (QuarantinedStone each : found) {
            table.row(each.stoneId(), each.field(), each.reason(), each.since());
        }
        shell.show(table, "No quarantined stones.");
        return ExitCode.OK;
    }
}

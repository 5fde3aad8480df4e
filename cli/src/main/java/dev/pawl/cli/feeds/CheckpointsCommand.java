package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.Board;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists what became of items.
@Command(
        name = "checkpoints",
        description = {
            "Lists what became of items, the newest first: written, removed, or not used and why.",
            "An item that came again the same is not in it."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds checkpoints cve --limit 50",
            "  pawl feeds checkpoints --failed --json"
        })
final class CheckpointsCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 120;

    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Of one source only.")
    String source = "";

    @Option(names = "--failed", description = "Only items that could not be used.")
    boolean failed;

    @Option(names = "--limit", paramLabel = "N", description = "How many (default: 20).")
    int limit = 20;

    CheckpointsCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        String id = Desk.sourceOrAll(source);
        int most = Desk.limit(limit);
        List<Board.Checkpoint> found = desk.board(board -> board.checkpoints(id, failed, most));
        if (shell.json) {
            return shell.json(found.stream().map(FeedsJson::checkpoint).toList());
        }
        Table table = shell.table("URN", "PROVIDER", "PROCESSED AT", "SUCCESS", "ERROR");
        for (Board.Checkpoint each : found) {
            table.row(
                    each.urn().isEmpty() ? "-" : each.urn(),
                    each.providerId(),
                    Words.time(each.processedAt()),
                    each.success() ? "yes" : shell.paint.red("no"),
                    Words.cut(each.errorMessage(), ERROR_CHARS));
        }
        shell.show(table, "There is no checkpoint.");
        return ExitCode.OK;
    }
}

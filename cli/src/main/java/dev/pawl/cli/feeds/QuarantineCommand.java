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

/// Lists records that were put aside.
@Command(
        name = "quarantine",
        description = "Lists records that could not be used and were put aside, with the reason.",
        footer = {
            "",
            "Examples:",
            "  pawl feeds quarantine cve",
            "  pawl feeds quarantine show 3",
            "  pawl feeds quarantine replay 3"
        })
final class QuarantineCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 120;

    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "Of one source only.")
    String source = "";

    @Option(names = "--limit", paramLabel = "N", description = "How many (default: 50).")
    int limit = 50;

    QuarantineCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        String id = Desk.sourceOrAll(source);
        int most = Desk.limit(limit);
        List<Board.Quarantined> found = desk.board(board -> board.quarantine(id, most));
        if (shell.json) {
            return shell.json(found.stream().map(FeedsJson::quarantined).toList());
        }
        Table table = shell.table("NUMBER", "SOURCE", "TRIES", "LAST", "ERROR");
        for (Board.Quarantined each : found) {
            table.row(
                    each.number(),
                    each.provider(),
                    each.attempts(),
                    Words.ago(each.lastAt(), shell.now()),
                    Words.cut(each.error(), ERROR_CHARS));
        }
        shell.show(table, "Nothing is put aside.");
        return ExitCode.OK;
    }
}

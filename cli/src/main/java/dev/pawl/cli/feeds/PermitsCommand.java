package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.Board;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows permits.
@Command(
        name = "permits",
        description = {
            "Shows how many permits there are, which source holds how many, and what became of them"
                    + " of late.",
            "A source has as many portions under way as it holds permits. Fewer are given out than"
                    + " there are while the process is under strain."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds permits --limit 50",
            "  pawl feeds permits set 4",
            "  pawl feeds permits freeze"
        })
final class PermitsCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many entries of the audit (default: 10).")
    int limit = 10;

    PermitsCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        int most = Desk.limit(limit);
        return desk.board(board -> tell(board.pool(), board.audit(most)));
    }

    private int tell(Board.PoolStats pool, List<Board.PermitEntry> audit) {
        if (shell.json) return shell.json(json(pool, audit));
        shell.say(
                "%s, %d of them to be given out%s"
                        .formatted(
                                Words.count(pool.total(), "permit"),
                                pool.capacity(),
                                pool.frozen() ? "; " + shell.paint.yellow("frozen") : ""));
        pool.held().forEach((id, count) -> shell.say("  %-7s %d".formatted(id, count)));
        if (audit.isEmpty()) return ExitCode.OK;
        Table table = shell.table("NUMBER", "AT", "ACTION", "HOLDER", "COUNT", "REASON");
        for (Board.PermitEntry each : audit) {
            table.row(
                    each.number(),
                    Words.time(each.at()),
                    each.action(),
                    each.holder(),
                    each.count(),
                    each.reason());
        }
        table.print(shell.out);
        return ExitCode.OK;
    }

    private static Map<String, Object> json(Board.PoolStats pool, List<Board.PermitEntry> audit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("total", pool.total());
        json.put("capacity", pool.capacity());
        json.put("frozen", pool.frozen());
        json.put("held", pool.held());
        json.put("audit", audit);
        return json;
    }
}

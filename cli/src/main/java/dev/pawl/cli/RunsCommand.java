package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Failure;
import dev.pawl.run.Lane;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists runs.
@Command(
        name = "runs",
        description = "Lists runs, the newest first.",
        footer = {
            "",
            "Examples:",
            "  pawl runs --live",
            "  pawl runs --machine pull-image --status failed,exhausted --limit 50",
            "  pawl runs --error 'connection refused' --json",
            "  pawl runs cancel --queue imports          what would be cancelled",
            "  pawl runs cancel --queue imports --yes    cancels it"
        })
final class RunsCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 60;
    private static final int KEY_CHARS = 40;

    private final Shell shell;

    @Mixin FilterOptions filter = new FilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many (default: ${DEFAULT-VALUE}).")
    int limit = 20;

    @Option(names = "--newest", description = "The newest first; so it is unless told.")
    boolean newest;

    @Option(names = "--oldest", description = "The oldest first.")
    boolean oldest;

    RunsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > Page.LIMIT_MAX) {
            throw Trouble.usage("--limit is 1 to %d, not %d".formatted(Page.LIMIT_MAX, limit));
        }
        if (newest && oldest) throw Trouble.usage("--newest and --oldest exclude each other");
        List<Run> runs;
        try (Control control = shell.open()) {
            Page page = oldest ? Page.oldest(limit) : Page.newest(limit);
            runs = control.runs(filter.filter(), page);
        }
        if (shell.json) return shell.json(runs.stream().map(RunJson::brief).toList());
        if (runs.isEmpty()) {
            shell.say(filter.isEmpty() ? "There are no runs." : "No run matches.");
            return ExitCode.OK;
        }
        print(runs);
        return ExitCode.OK;
    }

    private void print(List<Run> runs) {
        Instant now = shell.now();
        Table table =
                shell.table("ID", "MACHINE", "KEY", "STATUS", "STATE", "SINCE", "QUEUE", "ERROR");
        for (Run run : runs) {
            Failure error = run.progress().error();
            Lane lane = run.origin().lane();
            table.row(
                    run.id(),
                    run.machine(),
                    Words.cut(Words.orDash(run.origin().key()), KEY_CHARS),
                    shell.paint.status(run.status()),
                    run.state(),
                    Words.ago(run.timing().since(), now),
                    lane == null ? "-" : lane.queue(),
                    error == null ? "" : Words.cut(error.toString(), ERROR_CHARS));
        }
        table.print(shell.out);
        if (runs.size() == limit) {
            shell.say(shell.paint.faint("There may be more: --limit N shows them."));
        }
    }
}

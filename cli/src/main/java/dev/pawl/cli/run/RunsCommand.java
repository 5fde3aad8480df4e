package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.ListRuns;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Failure;
import dev.pawl.run.QueuePlace;
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
        description = "Lists runs, newest first.",
        footer = {
            "",
            "Examples:",
            "  pawl runs --live",
            "  pawl runs --machine pull-image --status failed,exhausted --limit 50",
            "  pawl runs --error 'connection refused' --json",
            "  pawl runs cancel --queue imports          preview what would be cancelled",
            "  pawl runs cancel --queue imports --yes    cancel it"
        })
final class RunsCommand implements Callable<Integer> {
    private static final int ERROR_CHARS = 60;
    private static final int KEY_CHARS = 40;

    private final Shell shell;

    @Mixin FilterOptions filter = new FilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of runs (default: ${DEFAULT-VALUE}).")
    int limit = 20;

    @Option(names = "--newest", description = "List the newest runs first (default).")
    boolean newest;

    @Option(names = "--oldest", description = "List the oldest runs first.")
    boolean oldest;

    RunsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > Page.LIMIT_MAX) {
            throw CommandException.usage(
                    "--limit must be 1 to %d, found %d".formatted(Page.LIMIT_MAX, limit));
        }
        if (newest && oldest)
            throw CommandException.usage("--newest and --oldest exclude each other");
        Page page = oldest ? Page.oldest(limit) : Page.newest(limit);
        List<Run> runs = shell.execute(new ListRuns(filter.filter(), page));
        if (shell.json) return shell.json(runs.stream().map(RunJson::brief).toList());
        if (runs.isEmpty()) {
            shell.say(filter.isEmpty() ? "No runs." : "No run matches.");
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
            String error = run.failure().map(Failure::toString).orElse("");
            QueuePlace place = run.origin().queuePlace();
            table.row(
                    run.id(),
                    run.machine(),
                    HumanText.cut(HumanText.orDash(run.origin().key()), KEY_CHARS),
                    shell.paint.status(run.status()),
                    run.state(),
                    HumanText.ago(run.timing().since(), now),
                    place == null ? "-" : place.queue(),
                    HumanText.cut(error, ERROR_CHARS));
        }
        table.print(shell.out);
        if (runs.size() == limit) {
            shell.say(shell.paint.faint("There may be more runs; --limit N shows them."));
        }
    }
}

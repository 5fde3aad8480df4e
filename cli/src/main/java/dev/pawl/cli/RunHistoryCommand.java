package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Shows what happened to a run.
@Command(name = "history", description = "Shows what happened to a run, step by step.")
final class RunHistoryCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Option(names = "--after", paramLabel = "N", description = "Only what comes after entry N.")
    long after;

    RunHistoryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (after < 0) throw Trouble.usage("--after is 0 or more, not " + after);
        List<HistoryEntry> all = new ArrayList<>();
        try (Control control = shell.open()) {
            RunId id = run.in(control);
            long last = after;
            List<HistoryEntry> page;
            do {
                page = control.history(id, last, PAGE);
                all.addAll(page);
                if (!page.isEmpty()) last = page.getLast().seq();
            } while (page.size() == PAGE);
        }
        if (shell.json) return shell.json(all.stream().map(RunJson::entry).toList());
        if (all.isEmpty()) {
            shell.say("There is nothing after entry %d.".formatted(after));
            return ExitCode.OK;
        }
        Table table = shell.table("#", "AT", "WHAT", "STATUS", "STATE", "TRY", "BY", "DETAIL");
        for (HistoryEntry entry : all) {
            table.row(
                    entry.seq(),
                    Words.time(entry.at()),
                    entry.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    shell.paint.status(entry.status()),
                    entry.state(),
                    entry.attempt(),
                    entry.actor(),
                    entry.detail() == null ? "" : entry.detail());
        }
        table.print(shell.out);
        return ExitCode.OK;
    }
}

package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.engine.control.ControlRequest.ListHistory;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists the history of a run.
@Command(name = "history", description = "Lists everything that happened to a run, in order.")
final class RunHistoryCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Option(names = "--after", paramLabel = "N", description = "Only entries after entry N.")
    long after;

    @Option(names = "--last", paramLabel = "N", description = "Only the last N entries.")
    @Nullable Integer last;

    RunHistoryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (after < 0) throw CommandException.usage("--after must be 0 or more, found " + after);
        if (last != null && last < 1) {
            throw CommandException.usage("--last must be 1 or more, found " + last);
        }
        List<HistoryEntry> all;
        try (Control control = shell.open()) {
            RunId id = run.in(control);
            all =
                    entries(
                            control,
                            id,
                            last == null ? after : beforeTheLast(control.execute(new GetRun(id))));
        }
        // The run may have changed since its version was read.
        if (last != null && all.size() > last) all = all.subList(all.size() - last, all.size());
        return new ListPrinter<HistoryEntry>(shell, "No entries after entry %d.".formatted(after))
                .column("#", HistoryEntry::seq)
                .column("AT", entry -> HumanText.time(entry.at()))
                .column("WHAT", RunHistoryCommand::what)
                .column("STATUS", entry -> shell.paint.status(entry.status()))
                .column("STATE", HistoryEntry::state)
                .column("TRY", HistoryEntry::attempt)
                .column("BY", HistoryEntry::actor)
                .column("DETAIL", entry -> entry.detail() == null ? "" : entry.detail())
                .print(all, RunJson::entry);
    }

    private static String what(HistoryEntry entry) {
        return entry.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Entries are numbered without gaps, so a long history need not be read from its start.
    private long beforeTheLast(Run found) {
        long wanted = last == null ? found.version() : last;
        return Math.max(after, found.version() - wanted);
    }

    private static List<HistoryEntry> entries(Control control, RunId id, long beyond) {
        List<HistoryEntry> all = new ArrayList<>();
        long read = beyond;
        List<HistoryEntry> page;
        do {
            page = control.execute(new ListHistory(id, read, PAGE));
            all.addAll(page);
            if (!page.isEmpty()) read = page.getLast().seq();
        } while (page.size() == PAGE);
        return all;
    }
}

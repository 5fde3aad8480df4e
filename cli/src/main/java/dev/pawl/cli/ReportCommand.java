package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.control.Control;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows what the last start of an engine found.
@Command(
        name = "report",
        description = "Shows what the last start found: how the life before ended, and what came.")
final class ReportCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--all", description = "All starts that are kept, the oldest first.")
    boolean all;

    ReportCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<CrashReport> reports;
        try (Control control = shell.open()) {
            reports = control.reports();
        }
        if (!all && !reports.isEmpty()) reports = List.of(reports.getLast());
        if (shell.json) return shell.json(all || reports.isEmpty() ? reports : reports.getFirst());
        if (reports.isEmpty()) shell.say("No engine was opened on this store yet.");
        for (CrashReport report : reports) {
            for (String line : lines(shell.paint, report)) shell.say(line);
        }
        return ExitCode.OK;
    }

    static List<String> lines(Paint paint, CrashReport report) {
        int cut = report.inFlight().values().stream().mapToInt(Integer::intValue).sum();
        String before =
                report.crashed()
                        ? paint.yellow("the life before was cut off")
                        : "the life before was closed in order";
        String head =
                "%s  opened, %s; ready after %d ms"
                        .formatted(
                                Words.time(report.opened()),
                                before,
                                report.untilReady().toMillis());
        String work =
                "  %s in flight: %d executed again, %d ended, %d parked; %,d live in all"
                        .formatted(
                                Words.count(cut, "attempt"),
                                report.redone(),
                                report.ended(),
                                report.parked(),
                                report.kept());
        String where = "  in flight: " + new TreeMap<>(report.inFlight());
        return cut == 0 ? List.of(head, work) : List.of(head, work, where);
    }
}

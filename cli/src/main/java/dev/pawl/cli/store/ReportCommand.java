package dev.pawl.cli.store;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.control.ControlRequest.ListReports;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows what the engine recovered at its last start.
@Command(
        name = "report",
        description = {
            "Shows what the engine recovered at its last start.",
            "It reports whether the previous process crashed, and what happened to the attempts"
                    + " that it interrupted."
        })
public final class ReportCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--all", description = "Show all recorded starts, oldest first.")
    boolean all;

    ReportCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<CrashReport> reports = shell.execute(new ListReports());
        if (!all && !reports.isEmpty()) reports = List.of(reports.getLast());
        if (shell.json) return shell.json(all || reports.isEmpty() ? reports : reports.getFirst());
        if (reports.isEmpty()) shell.say("No engine has been opened on this store yet.");
        for (CrashReport report : reports) {
            for (String line : lines(shell.paint, report)) shell.say(line);
        }
        return ExitCode.OK;
    }

    /// Returns a report as lines for people.
    public static List<String> lines(Paint paint, CrashReport report) {
        int interrupted = report.inFlight().values().stream().mapToInt(Integer::intValue).sum();
        String before =
                report.crashed()
                        ? paint.yellow("the previous process crashed")
                        : "the previous process closed gracefully";
        String head =
                "%s  opened; %s; ready after %d ms"
                        .formatted(
                                HumanText.time(report.opened()),
                                before,
                                report.untilReady().toMillis());
        String work =
                "  %s interrupted: %d executed again, %d ended, %d parked; %,d live runs in total"
                        .formatted(
                                HumanText.count(interrupted, "attempt"),
                                report.repeated(),
                                report.ended(),
                                report.parked(),
                                report.kept());
        String where = "  interrupted in: " + new TreeMap<>(report.inFlight());
        return interrupted == 0 ? List.of(head, work) : List.of(head, work, where);
    }
}

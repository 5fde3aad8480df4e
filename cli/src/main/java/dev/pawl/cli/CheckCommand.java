package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Checking;
import dev.pawl.engine.Stored;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Compares definitions with every live run.
@Command(
        name = "check",
        description = {
            "Compares definitions that are about to be deployed with every live run of the store.",
            "They are the machines in static fields of a class in a jar, or the stored ones. The"
                    + " exit code is 1 if any run does not fit."
        },
        footer = {
            "",
            "Examples:",
            "  pawl check --jar target/app.jar --class com.example.Machines",
            "  pawl check --jar target/app.jar --class com.example.Machines --json"
        })
final class CheckCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "The jar with the new machines; repeated, the jars that they need.")
    List<Path> jars = new ArrayList<>();

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "A class whose static fields are machines; may be repeated.")
    List<String> classes = new ArrayList<>();

    CheckCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (jars.isEmpty() != classes.isEmpty()) {
            throw Trouble.usage(
                    "--jar FILE and --class NAME belong together: where the machines are, and in"
                            + " which class; without both the stored ones are checked");
        }
        Place place = shell.place();
        place.require();
        Checking.Report report;
        try (Store store = place.reading()) {
            report = Checking.check(store, definitions(store));
        }
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("ok", report.isFine());
            json.put("fits", report.fits().stream().map(CheckCommand::json).toList());
            shell.json(json);
        } else {
            print(report);
        }
        return report.isFine() ? ExitCode.OK : ExitCode.NO;
    }

    private List<Definition> definitions(Store store) {
        return jars.isEmpty()
                ? List.copyOf(Stored.definitions(store).values())
                : new JarMachines(jars).in(classes).stream().map(Machine::definition).toList();
    }

    private void print(Checking.Report report) {
        if (report.fits().isEmpty()) {
            shell.say("There are no live runs: every definition fits.");
            return;
        }
        Table table = shell.table("MACHINE", "STATE", "STATUS", "RUNS", "VERDICT", "");
        for (Checking.Fit fit : report.fits()) {
            String verdict = fit.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            table.row(
                    fit.tally().machine(),
                    fit.tally().state(),
                    fit.tally().status(),
                    fit.tally().count(),
                    switch (fit.verdict()) {
                        case FITS -> shell.paint.green(verdict);
                        case MOVES -> shell.paint.cyan(verdict);
                        case NEEDS_MAPPING, UNKNOWN_MACHINE -> shell.paint.red(verdict);
                    },
                    fit.text());
        }
        table.print(shell.out);
        shell.say(
                report.isFine()
                        ? shell.paint.green("Every live run fits.")
                        : shell.paint.red("Some live runs do not fit."));
    }

    private static Map<String, Object> json(Checking.Fit fit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("machine", fit.tally().machine().name());
        json.put("version", fit.tally().machine().version());
        json.put("state", fit.tally().state());
        json.put("status", fit.tally().status());
        json.put("runs", fit.tally().count());
        json.put("verdict", fit.verdict());
        json.put("text", fit.text());
        return json;
    }
}

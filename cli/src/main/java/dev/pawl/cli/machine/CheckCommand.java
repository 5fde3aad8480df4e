package dev.pawl.cli.machine;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.DeploymentCheck;
import dev.pawl.engine.StoredDefinitions;
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

/// Checks machine definitions against every live run.
@Command(
        name = "check",
        description = {
            "Checks before a deployment that new machine definitions fit every live run.",
            "The definitions are the machines in static fields of a class in a jar (default: the"
                    + " stored definitions). The exit code is 1 if a run does not fit."
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
            description = "Jar with the new machines, or one that they need; repeatable.")
    List<Path> jars = new ArrayList<>();

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "Class with machines in static fields; repeatable.")
    List<String> classes = new ArrayList<>();

    CheckCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (jars.isEmpty() != classes.isEmpty()) {
            throw CommandException.usage(
                    "--jar FILE and --class NAME must be used together: the jar and the class that"
                            + " contain the machines; without both the stored definitions are"
                            + " checked");
        }
        StoreLocation place = shell.location();
        place.require();
        DeploymentCheck.Report report;
        try (Store store = place.reading()) {
            report = DeploymentCheck.check(store, definitions(store));
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
                ? List.copyOf(StoredDefinitions.definitions(store).values())
                : new JarMachines(jars).in(classes).stream().map(Machine::definition).toList();
    }

    private void print(DeploymentCheck.Report report) {
        if (report.fits().isEmpty()) {
            shell.say("No live runs: every definition fits.");
            return;
        }
        Table table = shell.table("MACHINE", "STATE", "STATUS", "RUNS", "VERDICT", "");
        for (DeploymentCheck.Fit fit : report.fits()) {
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

    private static Map<String, Object> json(DeploymentCheck.Fit fit) {
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

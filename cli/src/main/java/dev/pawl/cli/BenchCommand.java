package dev.pawl.cli;

import dev.pawl.benchmarks.Bench;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs the benchmarks.
@Command(
        name = "bench",
        description = {
            "Measures Pawl beside its yardsticks, on this machine and its disk.",
            "With --home DIR the files are made there, otherwise in target/bench."
        },
        footer = {"", "Examples:", "  pawl bench", "  pawl bench saturated --quick --json"})
final class BenchCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "What to measure; everything unless told.")
    List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "Measure less, for a first impression.")
    boolean quick;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Measure 'sustained' for so many minutes; default: 1.")
    int minutes;

    BenchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        for (String name : names) {
            if (Bench.names().contains(name)) continue;
            throw Trouble.usage(
                    "there is no benchmark '%s' (has: %s)"
                            .formatted(name, String.join(", ", Bench.names())));
        }
        shell.requireNoDatabase("what is measured has stores of its own");
        List<String> arguments = new ArrayList<>(names);
        if (shell.json) arguments.add("--json");
        if (quick) arguments.add("--quick");
        arguments.addAll(List.of("--minutes", String.valueOf(minutes)));
        if (shell.chosenHome != null) {
            arguments.addAll(List.of("--home", shell.chosenHome.toString()));
        }
        return Bench.run(arguments, System.out, System.err);
    }
}

package dev.pawl.cli;

import dev.pawl.benchmarks.Bench;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
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
            "Measures Pawl and comparable systems on this machine and its disk.",
            "Files are created in --home DIR (default: target/bench)."
        },
        footer = {"", "Examples:", "  pawl bench", "  pawl bench saturated --quick --json"})
final class BenchCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "Benchmarks to run (default: all).")
    List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "Run shorter, less precise measurements.")
    boolean quick;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Duration of the benchmark 'sustained' (default: ${DEFAULT-VALUE}).")
    int minutes;

    BenchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        for (String name : names) {
            if (Bench.names().contains(name)) continue;
            throw CommandException.usage(
                    "unknown benchmark '%s' (has: %s)"
                            .formatted(name, String.join(", ", Bench.names())));
        }
        shell.requireNoDatabase("benchmarks create their own stores");
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

package dev.pawl.cli;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Runs the benchmarks.
@Command(
        name = "bench",
        description = "Measures Pawl beside its yardsticks, on this machine and its disk.",
        footer = {"", "Examples:", "  pawl bench", "  pawl bench saturated --json"})
final class BenchCommand implements Callable<Integer> {
    private static final String BENCH = "dev.pawl.benchmarks.Bench";

    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "What to measure; everything unless told.")
    List<String> names = new ArrayList<>();

    BenchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws ReflectiveOperationException {
        List<String> args = new ArrayList<>(names);
        if (shell.json) args.add("--json");
        try {
            Class.forName(BENCH)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args.toArray(String[]::new));
        } catch (ClassNotFoundException _) {
            throw Trouble.notFound("this build has no benchmarks: " + BENCH + " is missing");
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw e;
        }
        return ExitCode.OK;
    }
}

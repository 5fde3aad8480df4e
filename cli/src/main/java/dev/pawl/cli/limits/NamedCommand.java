package dev.pawl.cli.limits;

import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Changes something that has a name, and prints it as it is afterwards.
@Command
final class NamedCommand implements Callable<Integer> {
    private final ToIntFunction<String> change;

    @Parameters(paramLabel = "NAME", description = "Name of the queue or schedule.")
    String name = "";

    NamedCommand(ToIntFunction<String> change) {
        this.change = change;
    }

    @Override
    public Integer call() {
        return change.applyAsInt(name);
    }
}

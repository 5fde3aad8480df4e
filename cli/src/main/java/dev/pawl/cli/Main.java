package dev.pawl.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The `pawl` command.
@Command(
        name = "pawl",
        version = "pawl 0.1.0-SNAPSHOT",
        description = "Runs and inspects durable state machines.",
        mixinStandardHelpOptions = true)
public final class Main implements Runnable {

    /// Runs the command line and exits with its code.
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}

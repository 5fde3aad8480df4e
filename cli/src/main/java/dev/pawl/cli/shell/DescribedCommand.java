package dev.pawl.cli.shell;

import picocli.CommandLine;

/// Creates commands whose help depends on how they are registered.
public final class DescribedCommand {
    private DescribedCommand() {}

    public static CommandLine of(Object command, String... description) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().usageMessage().description(description);
        return line;
    }

    public static CommandLine withExample(Object command, String example, String... description) {
        CommandLine line = of(command, description);
        line.getCommandSpec().usageMessage().footer("", "Examples:", "  " + example);
        return line;
    }
}

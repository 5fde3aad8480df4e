package dev.pawl.cli.classes.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.controller.ObjectKey;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The class that a command is about.
public final class ClassArgument {
    @Parameters(paramLabel = "NAME", description = "Name of the class.")
    String name = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Namespace of the class (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    public ObjectKey key() {
        try {
            return new ObjectKey(namespace, name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}

package dev.pawl.cli.classes.context;

import dev.pawl.cli.shell.CommandException;
import java.util.List;
import picocli.CommandLine.Option;

/// The profile of a cluster.
public final class ProfileOption {
    private static final List<String> ALL = List.of("dev", "edge", "full");

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "Profile of the cluster, which templates prefer: dev, edge or full (default:"
                            + " ${DEFAULT-VALUE}).")
    String profile = "full";

    public String name() {
        if (ALL.contains(profile)) return profile;
        throw CommandException.usage(
                "--profile must be one of %s, found '%s'"
                        .formatted(String.join(", ", ALL), profile));
    }
}

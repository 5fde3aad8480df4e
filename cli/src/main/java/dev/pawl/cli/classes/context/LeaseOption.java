package dev.pawl.cli.classes.context;

import dev.pawl.classes.control.LeaseSettings;
import picocli.CommandLine.Option;

/// Where the lease is that the manager leads by.
public final class LeaseOption {
    @Option(
            names = "--lease-namespace",
            paramLabel = "NAMESPACE",
            description = "Namespace of the manager's lease (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    /// Returns a lease of the default duration.
    public LeaseSettings settings() {
        return LeaseSettings.in(namespace);
    }
}

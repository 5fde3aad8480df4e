package dev.pawl.cli.classes.context;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The cluster of a command.
public final class ClusterOption {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = {
                "Cluster of this kubeconfig file (default: the cluster of the last run or simulate"
                        + " in the home directory; else that of $KUBECONFIG, of ~/.kube/config, or"
                        + " the one that the process runs in)."
            })
    @Nullable Path kubeconfig;

    @Option(
            names = "--simulated",
            description = "Cluster that `pawl classes simulate` runs in the home directory.")
    boolean simulated;

    /// Returns the option that names the simulated cluster.
    public static ClusterOption ofSimulated() {
        ClusterOption option = new ClusterOption();
        option.simulated = true;
        return option;
    }
}

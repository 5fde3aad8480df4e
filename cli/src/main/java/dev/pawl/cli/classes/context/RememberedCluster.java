package dev.pawl.cli.classes.context;

import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The cluster of a home directory, as its last manager knew it: where it is, and what decisions
/// were based on.
///
/// @param kubeconfig the kubeconfig file; null for the default one
/// @param simulated whether it is the simulated cluster of the home directory
/// @param profile the profile of the cluster; null before the first manager
/// @param served the kinds that its server has
public record RememberedCluster(
        @Nullable String kubeconfig,
        boolean simulated,
        @Nullable String profile,
        List<ManagedKind> served) {
    private static final String FILE = "classes.json";

    public RememberedCluster {
        served = List.copyOf(served);
    }

    static Optional<RememberedCluster> in(Path home) {
        HomeFile file = new HomeFile(home, FILE);
        try {
            return file.read()
                    .map(text -> JsonCodec.JSON.decode(Payload.of(text), RememberedCluster.class));
        } catch (IllegalArgumentException _) {
            throw CommandException.store(
                    "expected {\"kubeconfig\": …, \"simulated\": …} in %s, found something else;"
                                    .formatted(file.path())
                            + " delete the file and name the cluster again");
        }
    }

    void rememberIn(Path home) {
        new HomeFile(home, FILE).write(JsonCodec.JSON.encode(this).text());
    }

    /// Returns what a manager found.
    RememberedCluster with(ClusterProfile found) {
        return new RememberedCluster(
                kubeconfig, simulated, found.name(), found.served().stream().sorted().toList());
    }

    /// Returns the profile of the last manager, or that of a cluster with every kind.
    public ClusterProfile clusterProfile() {
        return profile == null
                ? ClusterProfile.full()
                : new ClusterProfile(profile, Set.copyOf(served));
    }
}

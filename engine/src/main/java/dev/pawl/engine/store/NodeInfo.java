package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import java.util.Set;

/// What a node says of itself: its name, which no two live nodes share; where it is (host and
/// process); the version of the engine; and the definitions that it can run.
public record NodeInfo(String name, String where, String version, Set<MachineRef> machines) {
    public NodeInfo {
        if (name.isBlank()) throw new IllegalArgumentException("a node needs a name");
        machines = Set.copyOf(machines);
    }

    /// Returns whether the node can run a machine, in whatever version.
    public boolean has(String machine) {
        return machines.stream().anyMatch(own -> own.name().equals(machine));
    }
}

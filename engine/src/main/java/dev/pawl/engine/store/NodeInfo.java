package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import java.util.Set;

/// The description of a node: its name, which is unique among live nodes; its host and process; the
/// version of its engine; and the definitions that it can run.
public record NodeInfo(String name, String where, String version, Set<MachineRef> machines) {
    public NodeInfo {
        if (name.isBlank())
            throw new IllegalArgumentException("expected a name for the node, found a blank one");
        machines = Set.copyOf(machines);
    }

    /// Returns whether the node can run any version of a machine.
    public boolean has(String machine) {
        return machines.stream().anyMatch(own -> own.name().equals(machine));
    }
}

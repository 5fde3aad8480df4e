package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import java.util.Set;

/// Which runs a node may claim: those whose definition it has, and those of a machine that it has
/// in another version, if no other live node has their definition.
///
/// So two versions of a machine can be deployed side by side: a run keeps its definition as long as
/// a node has it, and continues under another version when the last such node is gone.
public record Claim(Set<MachineRef> mine, Set<MachineRef> others) {
    public Claim {
        mine = Set.copyOf(mine);
        others = Set.copyOf(others);
    }

    /// Returns whether the node may claim a run.
    public boolean covers(Run run) {
        MachineRef machine = run.origin().machine();
        if (mine.contains(machine)) return true;
        return !others.contains(machine)
                && mine.stream().anyMatch(own -> own.name().equals(machine.name()));
    }
}

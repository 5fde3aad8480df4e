package dev.pawl.engine.store;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import java.util.Set;
import java.util.stream.Collectors;

/// Which runs a node may take: those under a definition of its own, and those of a machine of its
/// own whose definition no other live node has.
///
/// So old and new definitions of a machine live side by side: a run stays with its own for as long
/// as a node has that, and goes on under another one when the last of them is gone.
public record Claim(Set<MachineRef> mine, Set<MachineRef> others) {
    public Claim {
        mine = Set.copyOf(mine);
        others = Set.copyOf(others);
    }

    /// Returns the names of the machines that the node has, in any version.
    public Set<String> names() {
        return mine.stream().map(MachineRef::name).collect(Collectors.toUnmodifiableSet());
    }

    /// Returns whether the node may take a run.
    public boolean covers(Run run) {
        MachineRef machine = run.origin().machine();
        if (mine.contains(machine)) return true;
        return !others.contains(machine)
                && mine.stream().anyMatch(own -> own.name().equals(machine.name()));
    }
}

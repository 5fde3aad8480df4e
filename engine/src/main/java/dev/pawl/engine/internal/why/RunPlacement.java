package dev.pawl.engine.internal.why;

import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.store.Member;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which nodes can execute a run, and which one does.
record RunPlacement(Kernel kernel, Registry registry) {

    /// Returns whether runs are moved: by this engine, or by a node that holds its lease.
    boolean isAttended() {
        if (kernel.attended) return true;
        return kernel.node.isShared() && kernel.node.cluster().oldest().isPresent();
    }

    /// Returns why no node can execute a run, if so.
    Optional<Cause> unable(Run run, boolean attended) {
        if (!attended) {
            String text = kernel.node.isShared() ? "no node is live" : "no engine is open";
            if (run.isInFlight()) text += ", and its attempt was interrupted";
            return cause(Cause.Kind.NO_ENGINE, text);
        }
        MachineRef machine = run.origin().machine();
        if (kernel.node.isShared()) return unable(machine);
        if (kernel.isBroken() && !run.isInFlight())
            return cause(Cause.Kind.NO_ENGINE, "this engine has stopped: " + kernel.problem());
        if (registry.find(machine.name()).isPresent()) return Optional.empty();
        return cause(
                Cause.Kind.MISSING_DEFINITION,
                "no machine '%s' is registered with the engine".formatted(machine.name()));
    }

    private Optional<Cause> unable(MachineRef machine) {
        List<Member> live =
                kernel.node.cluster().members().stream().filter(Member::isLive).toList();
        if (live.isEmpty()) return cause(Cause.Kind.NO_ENGINE, "no node is live");
        boolean same = live.stream().anyMatch(m -> m.node().machines().contains(machine));
        if (same) return Optional.empty();
        boolean known = live.stream().anyMatch(m -> m.node().has(machine.name()));
        if (known) {
            return cause(
                    Cause.Kind.OTHER_DEFINITION,
                    "no live node has %s; one that has another version adopts it"
                            .formatted(machine));
        }
        String names = live.stream().map(m -> m.node().name()).collect(Collectors.joining(", "));
        return cause(
                Cause.Kind.MISSING_DEFINITION,
                "no live node knows machine '%s' (live: %s)".formatted(machine.name(), names));
    }

    private static Optional<Cause> cause(Cause.Kind kind, String text) {
        return Optional.of(new Cause(kind, text, null));
    }

    /// Returns the live node that executes a body, in words that follow "executes"; nothing if it
    /// is this one.
    String node(Run run) {
        if (kernel.node.owns(run)) return "";
        for (Member member : kernel.node.cluster().members()) {
            if (member.epoch() == run.owner()) return " on node " + member.node().name();
        }
        return "";
    }

    /// Returns which node executed a body, in words that follow "was executed", if that node is not
    /// live any more.
    Optional<String> gone(Run run) {
        for (Member member : kernel.node.cluster().members()) {
            if (member.epoch() != run.owner()) continue;
            if (member.isLive()) return Optional.empty();
            return Optional.of(
                    "on node %s, which has lost its lease; another node takes over"
                            .formatted(member.node().name()));
        }
        return Optional.of("on a node that no longer exists; another node takes over");
    }
}

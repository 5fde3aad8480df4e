package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.State;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The machines that this engine can run, and the stored definitions of those that it cannot.
public final class Registry {
    private final Map<String, Machine<?, ?>> machines = new LinkedHashMap<>();
    private volatile EngineDocuments.Definitions stored;

    public Registry(List<Machine<?, ?>> given, EngineDocuments.Definitions stored) {
        this.stored = stored;
        for (Machine<?, ?> machine : given) {
            if (!machine.hasCode()) {
                throw new IllegalArgumentException(
                        ("expected machines with code, found '%s' without; an unattended engine"
                                        + " adds those of its store by itself")
                                .formatted(machine.name()));
            }
            if (machines.put(machine.name(), machine) != null) {
                throw new IllegalArgumentException(
                        "two machines are named '%s'; names must differ".formatted(machine.name()));
            }
        }
    }

    /// Adds machines without code for all stored definitions whose machine was not given, so that
    /// runs of them can be started and changed, but not executed.
    public void addWithoutCode() {
        for (Definition definition : stored.byName().values()) {
            machines.computeIfAbsent(definition.name(), _ -> Machine.withoutCode(definition));
        }
    }

    public List<Machine<?, ?>> machines() {
        return List.copyOf(machines.values());
    }

    public Optional<Machine<?, ?>> find(String name) {
        return Optional.ofNullable(machines.get(name));
    }

    public Machine<?, ?> machine(String name) {
        Machine<?, ?> machine = machines.get(name);
        if (machine == null) {
            throw new Refused.UnknownMachine(name, String.join(", ", machines.keySet()));
        }
        return machine;
    }

    /// Returns the definition that decisions about runs of this machine are made by.
    public Optional<Definition> definition(String name) {
        Machine<?, ?> machine = machines.get(name);
        return machine != null
                ? Optional.of(machine.definition())
                : Optional.ofNullable(stored.byName().get(name));
    }

    /// Returns the definition that decisions about a run are made by: the registered one if this
    /// engine may run it, and otherwise the one that it was last moved by.
    public Optional<Definition> definition(Run run, boolean registered) {
        Definition exact = registered ? null : stored.byRef().get(run.origin().machine());
        return exact == null ? definition(run.machine()) : Optional.of(exact);
    }

    /// Returns whether exactly this definition is registered, or was stored when last looked.
    public boolean knows(MachineRef definition) {
        Machine<?, ?> machine = machines.get(definition.name());
        boolean registered = machine != null && machine.ref().equals(definition);
        return registered || stored.byRef().containsKey(definition);
    }

    /// Returns whether any definition of a machine that is known, registered or stored, has a state
    /// that accepts an event.
    public boolean accepts(String machine, String event) {
        for (Definition definition : stored.byRef().values()) {
            boolean same = definition.name().equals(machine);
            if (same && definition.accepts(event)) return true;
        }
        return definition(machine).filter(d -> d.accepts(event)).isPresent();
    }

    /// Takes note of what is stored now: another node may have brought definitions.
    public void learn(EngineDocuments.Definitions found) {
        stored = found;
    }

    /// Returns every definition that is known, registered or stored.
    public List<Definition> definitions() {
        Map<String, Definition> all = new LinkedHashMap<>(stored.byName());
        machines.values().forEach(machine -> all.put(machine.name(), machine.definition()));
        return List.copyOf(all.values());
    }

    /// Returns the names of all permit pools that a machine uses.
    public static Set<String> pools(Definition definition) {
        Set<String> pools = new TreeSet<>();
        for (State state : definition.states()) {
            if (state instanceof State.Step step && step.permits() != null) {
                pools.add(step.permits().pool());
            }
        }
        return pools;
    }
}

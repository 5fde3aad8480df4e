package dev.pawl.engine;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The machines that this engine can run, and the stored definitions of those that it cannot.
final class Registry {
    private final Map<String, Machine<?, ?>> machines = new LinkedHashMap<>();
    private final Map<String, Definition> stored;

    Registry(List<Machine<?, ?>> given, Map<String, Definition> stored) {
        this.stored = Map.copyOf(stored);
        for (Machine<?, ?> machine : given) {
            if (machines.put(machine.name(), machine) != null) {
                throw new IllegalArgumentException(
                        "two machines are called '%s'; names must differ"
                                .formatted(machine.name()));
            }
        }
    }

    List<Machine<?, ?>> machines() {
        return List.copyOf(machines.values());
    }

    Optional<Machine<?, ?>> find(String name) {
        return Optional.ofNullable(machines.get(name));
    }

    Machine<?, ?> machine(String name) {
        Machine<?, ?> machine = machines.get(name);
        if (machine == null) {
            throw new Refused.UnknownMachine(name, String.join(", ", machines.keySet()));
        }
        return machine;
    }

    /// Returns the definition that decisions about runs of this machine are made by.
    Optional<Definition> definition(String name) {
        Machine<?, ?> machine = machines.get(name);
        return machine != null
                ? Optional.of(machine.definition())
                : Optional.ofNullable(stored.get(name));
    }

    /// Returns every definition that is known, registered or stored.
    List<Definition> definitions() {
        Map<String, Definition> all = new LinkedHashMap<>(stored);
        machines.values().forEach(machine -> all.put(machine.name(), machine.definition()));
        return List.copyOf(all.values());
    }

    /// Returns the names of all permit pools that a machine uses.
    static Set<String> pools(Definition definition) {
        Set<String> pools = new TreeSet<>();
        for (State state : definition.states()) {
            if (state instanceof State.Step step && step.permits() != null) {
                pools.add(step.permits().pool());
            }
        }
        return pools;
    }
}

package dev.pawl.machine;

import java.util.List;

/// Thrown for an invalid definition, with every fault that was found.
public final class InvalidMachine extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<String> faults;

    InvalidMachine(String machine, List<String> faults) {
        super(
                "machine %s has %d fault%s: %s"
                        .formatted(
                                machine,
                                faults.size(),
                                faults.size() == 1 ? "" : "s",
                                String.join("; ", faults)));
        this.faults = List.copyOf(faults);
    }

    /// Returns the faults, one sentence each.
    public List<String> faults() {
        return faults;
    }
}

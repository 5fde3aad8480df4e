package dev.pawl.run;

/// The definition that a run follows.
public record MachineRef(String name, int version, String fingerprint) {
    @Override
    public String toString() {
        return name + " v" + version;
    }
}

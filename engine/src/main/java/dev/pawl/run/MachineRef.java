package dev.pawl.run;

/// Which definition a run was started with, or was last adopted by.
public record MachineRef(String name, int version, String fingerprint) {
    @Override
    public String toString() {
        return name + " v" + version;
    }
}

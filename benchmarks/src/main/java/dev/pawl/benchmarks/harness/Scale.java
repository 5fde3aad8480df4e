package dev.pawl.benchmarks.harness;

/// How large the work of a benchmark is: only the full scale can be compared with the bars.
public enum Scale {
    FULL,
    QUICK,
    TINY;

    public <T> T of(T full, T quick, T tiny) {
        return switch (this) {
            case FULL -> full;
            case QUICK -> quick;
            case TINY -> tiny;
        };
    }
}

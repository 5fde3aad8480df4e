package dev.pawl.benchmarks.frame;

/// How large a benchmark makes its work: only the full one can be compared with the bars.
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

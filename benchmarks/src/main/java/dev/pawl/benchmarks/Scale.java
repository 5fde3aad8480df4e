package dev.pawl.benchmarks;

/// How large a benchmark makes its work: only the full one can be compared with the bars.
enum Scale {
    FULL,
    QUICK,
    TINY;

    <T> T of(T full, T quick, T tiny) {
        return switch (this) {
            case FULL -> full;
            case QUICK -> quick;
            case TINY -> tiny;
        };
    }
}

package dev.pawl.benchmarks.frame;

/// One row of the table of figures.
public interface Row {

    String name();

    /// Returns what the figure is held against, in words.
    String bar();

    /// Measures Pawl and what stands beside it, in one go on the same disk.
    Result measure(Workplace at) throws Exception;
}

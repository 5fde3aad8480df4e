package dev.pawl.benchmarks.harness;

/// One row of the table of figures.
public interface Row {

    String name();

    /// Returns the bar for the figure, as text.
    String bar();

    /// Measures Pawl and its yardsticks, in one run on the same disk.
    Result measure(BenchContext at) throws Exception;
}

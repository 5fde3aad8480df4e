package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.observation.Observed;

/// A metrics system. Both methods block until it has answered, and throw a [MetricException] if it
/// does not. May be called from any thread.
public interface MetricSource {
    /// Returns what was measured for a workload; a series that the system does not have is empty.
    FunctionMetrics measure(MetricQuery query);

    /// Returns what gates ask for: the load of the system, and the health of the data grid that the
    /// query names. What the system does not know is null.
    Observed.Signals signals(MetricQuery grid);
}

/// Where measurements come from: one port, and a source for each metrics system.
///
/// [MetricSource][dev.pawl.classes.measurement.MetricSource] is the port.
/// [PrometheusSource][dev.pawl.classes.measurement.PrometheusSource] asks a Prometheus server,
/// [MetricsApiSource][dev.pawl.classes.measurement.MetricsApiSource] the metrics API of the
/// cluster, [SimulatedMetrics][dev.pawl.classes.measurement.SimulatedMetrics] computes what a load
/// would cause; [FallbackSource][dev.pawl.classes.measurement.FallbackSource] tries several.
/// [Analysis][dev.pawl.classes.measurement.Analysis] says how a manager uses one.
///
/// Must stay true: a source that cannot answer throws; it never answers with zeros.
@NullMarked
package dev.pawl.classes.measurement;

import org.jspecify.annotations.NullMarked;

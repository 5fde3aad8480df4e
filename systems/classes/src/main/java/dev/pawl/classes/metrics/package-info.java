/// The metrics of enforcement, as values and as Prometheus text.
///
/// [EnforcementMetrics][dev.pawl.classes.metrics.EnforcementMetrics] counts;
/// [PrometheusText][dev.pawl.classes.metrics.PrometheusText] prints.
///
/// Must stay true: the names and labels are public; dashboards use them.
@NullMarked
package dev.pawl.classes.metrics;

import org.jspecify.annotations.NullMarked;

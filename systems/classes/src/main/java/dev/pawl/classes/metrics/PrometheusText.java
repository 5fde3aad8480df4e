package dev.pawl.classes.metrics;

import java.util.List;

/// Prints metrics in the text format of Prometheus.
public final class PrometheusText {
    private final StringBuilder text = new StringBuilder();

    private PrometheusText() {}

    public static String of(EnforcementMetrics metrics) {
        PrometheusText printer = new PrometheusText();
        printer.print(metrics);
        return printer.text.toString();
    }

    private void print(EnforcementMetrics metrics) {
        header("crm_nfr_recommendation", "gauge", "The latest recommended value.");
        metrics.recommendations()
                .forEach((gauge, value) ->
                        line(
                                "crm_nfr_recommendation",
                                "dimension=\"%s\",namespace=\"%s\",class=\"%s\""
                                        .formatted(
                                                gauge.dimension(),
                                                escaped(gauge.key().namespace()),
                                                escaped(gauge.key().name())),
                                number(value)));
        header("crm_nfr_enforcement_apply_total", "counter", "Enforcements that succeeded.");
        metrics.applied()
                .forEach((dimension, count) ->
                        line(
                                "crm_nfr_enforcement_apply_total",
                                "dimension=\"%s\"".formatted(dimension),
                                count.toString()));
        header("crm_nfr_enforcement_fail_total", "counter", "Enforcements that failed.");
        metrics.failed()
                .forEach((reason, count) ->
                        line(
                                "crm_nfr_enforcement_fail_total",
                                "reason=\"%s\"".formatted(escaped(reason)),
                                count.toString()));
        histogram(metrics.latency());
    }

    private void histogram(LatencyHistogram latency) {
        String name = "crm_nfr_enforcement_latency_seconds";
        header(name, "histogram", "The time from a patch to its answer.");
        List<Long> counts = latency.counts();
        long total = 0;
        for (int i = 0; i < LatencyHistogram.BOUNDS.size(); i++) {
            total += counts.get(i);
            String bound = number(LatencyHistogram.BOUNDS.get(i));
            line(name + "_bucket", "le=\"%s\"".formatted(bound), String.valueOf(total));
        }
        total += counts.getLast();
        line(name + "_bucket", "le=\"+Inf\"", String.valueOf(total));
        text.append(name).append("_sum ").append(number(latency.sum())).append('\n');
        text.append(name).append("_count ").append(total).append('\n');
    }

    private void header(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void line(String name, String labels, String value) {
        text.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }

    private static String number(double value) {
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return isWhole ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}

package dev.pawl.classes.template;

import dev.pawl.classes.resource.TelemetrySpec;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The telemetry settings in force: those of the class, or else those of the cluster.
record TelemetryEnvironment(@Nullable TelemetrySpec telemetry, @Nullable String endpoint) {
    static TelemetryEnvironment of(@Nullable TelemetrySpec ofClass, RenderSettings settings) {
        TelemetrySpec chosen = ofClass == null ? settings.telemetry() : ofClass;
        return new TelemetryEnvironment(chosen, settings.telemetryEndpoint());
    }

    boolean isEnabled() {
        return telemetry != null && telemetry.enabled() && endpoint != null;
    }

    /// Returns the variables of the OpenTelemetry SDK; none if telemetry is off.
    Map<String, String> variables(String functionKey) {
        Map<String, String> variables = new TreeMap<>();
        TelemetrySpec spec = telemetry;
        String target = endpoint;
        if (spec == null || target == null || !isEnabled()) return variables;
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", target);
        variables.put(
                "OTEL_SERVICE_NAME", spec.serviceName() == null ? functionKey : spec.serviceName());
        variables.put("OTEL_TRACES_EXPORTER", exporter(spec.traces()));
        variables.put("OTEL_METRICS_EXPORTER", exporter(spec.metrics()));
        variables.put("OTEL_LOGS_EXPORTER", exporter(spec.logs()));
        if (spec.traces() && spec.samplingRate() < 1) {
            variables.put("OTEL_TRACES_SAMPLER", "traceidratio");
            variables.put("OTEL_TRACES_SAMPLER_ARG", String.valueOf(spec.samplingRate()));
        }
        if (!spec.resourceAttributes().isEmpty()) {
            variables.put(
                    "OTEL_RESOURCE_ATTRIBUTES",
                    new TreeMap<>(spec.resourceAttributes())
                            .entrySet().stream()
                                    .map(each -> each.getKey() + "=" + each.getValue())
                                    .collect(Collectors.joining(",")));
        }
        return variables;
    }

    private static String exporter(boolean isOn) {
        return isOn ? "otlp" : "none";
    }
}

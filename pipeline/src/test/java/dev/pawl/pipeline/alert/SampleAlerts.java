package dev.pawl.pipeline.alert;

import dev.pawl.pipeline.alert.Alert.Severity;
import java.time.Instant;
import java.util.Set;

/// Alerts of the tests.
final class SampleAlerts {
    private static final Instant AT = Instant.parse("2026-03-04T05:06:07Z");

    private SampleAlerts() {}

    /// The alert of a consolidation that failed, with the texts of DIA-41.
    static Alert consolidationFailed(Severity severity) {
        return new Alert(
                "pipeline",
                severity,
                "Consolidation Failed",
                "Run 7f3a failed. Watermark NOT advanced.",
                "trace-7f3a",
                "7f3a/consolidation");
    }

    static Alert of(String subject, String text) {
        return new Alert("pipeline", Severity.ERROR, subject, text, "trace-1", "key");
    }

    static AlertMessage message(Alert alert) {
        return new AlertMessage("alert-1-abc", AT, alert, Set.of());
    }
}

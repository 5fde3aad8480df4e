package dev.pawl.pipeline.run;

import dev.pawl.pipeline.alert.Alert;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.context.PipelineContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/// The alerts of a run.
final class RunAlerts {
    private final PipelineContext context;

    RunAlerts(PipelineContext context) {
        this.context = context;
    }

    void skipped(RunContext run, String reason) {
        send(
                run,
                Severity.ERROR,
                "Consolidation Skipped",
                "Run %s: %s. Watermark NOT advanced.".formatted(run.run(), reason));
    }

    void failed(RunContext run, String reason, boolean isCritical) {
        send(
                run,
                isCritical ? Severity.CRITICAL : Severity.ERROR,
                "Consolidation Failed",
                "Run %s failed. Watermark NOT advanced.\n%s".formatted(run.run(), reason));
    }

    void stalled(RunContext run, Instant since) {
        send(
                run,
                Severity.WARNING,
                "Run Stalled",
                "Run %s has not moved since %s.".formatted(run.run(), since));
    }

    /// An alert with the same text is sent once per run. The key is short, whatever the text is.
    private void send(RunContext run, Severity severity, String subject, String text) {
        UUID occasion = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
        context.send(
                new Alert(
                        "pipeline",
                        severity,
                        subject,
                        text,
                        run.traceId(),
                        "%s %s".formatted(run.run(), occasion)));
    }
}

package dev.pawl.pipeline.run;

import dev.pawl.machine.Outcome;
import dev.pawl.pipeline.alert.Alert;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.context.PipelineContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/// Adds the alerts of a run to the outcomes that cause them, so that both are one commit.
final class RunAlerts {
    private final PipelineContext context;

    RunAlerts(PipelineContext context) {
        this.context = context;
    }

    Outcome<RunResult> skipped(RunContext run, String reason, Outcome<RunResult> outcome) {
        String text = "Run %s: %s. Watermark NOT advanced.".formatted(run.run(), reason);
        return context.alerting(alert(run, Severity.ERROR, "Consolidation Skipped", text), outcome);
    }

    Outcome<RunResult> failed(RunContext run, String reason, Outcome<RunResult> outcome) {
        RunContext.Problem problem = run.problem();
        boolean isCritical = problem != null && problem.isCritical();
        String text = "Run %s failed. Watermark NOT advanced.\n%s".formatted(run.run(), reason);
        return context.alerting(
                alert(
                        run,
                        isCritical ? Severity.CRITICAL : Severity.ERROR,
                        "Consolidation Failed",
                        text),
                outcome);
    }

    Outcome<RunResult> stalled(RunContext run, Instant since, Outcome<RunResult> outcome) {
        String text = "Run %s has not moved since %s.".formatted(run.run(), since);
        return context.alerting(alert(run, Severity.WARNING, "Run Stalled", text), outcome);
    }

    /// An alert with the same text is sent once per run. The key is short, whatever the text is.
    private static Alert alert(RunContext run, Severity severity, String subject, String text) {
        UUID occasion = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
        String key = "%s %s".formatted(run.run(), occasion);
        return new Alert("pipeline", severity, subject, text, run.traceId(), key);
    }
}

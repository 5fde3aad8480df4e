package dev.pawl.pipeline.alert;

/// A message to people about a run.
public record Alert(
        String category,
        Severity severity,
        String subject,
        String text,
        String traceId,
        String dedupeKey) {
    /// How urgent an alert is.
    public enum Severity {
        INFO,
        WARNING,
        ERROR,
        CRITICAL
    }
}

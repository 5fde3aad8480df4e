package dev.pawl.pipeline.alert;

import java.lang.System.Logger.Level;
import java.util.Objects;

/// Writes alerts to a log of the platform.
public final class LogChannel implements AlertChannel {
    private final System.Logger log;

    /// Creates a channel that writes to the log `dev.pawl.alert`.
    public LogChannel() {
        this(System.getLogger("dev.pawl.alert"));
    }

    public LogChannel(System.Logger log) {
        this.log = Objects.requireNonNull(log, "a log channel needs a logger, found null");
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Result deliver(AlertMessage message) {
        Alert alert = message.alert();
        // Further lines are indented, so that no text can pass for an entry of its own.
        String text = alert.text().replaceAll("\\R", "\n    ");
        log.log(
                level(alert.severity()),
                () ->
                        "%s alert %s: %s; %s (trace %s, %s)"
                                .formatted(
                                        alert.severity(),
                                        alert.category(),
                                        alert.subject(),
                                        text,
                                        alert.traceId(),
                                        message.id()));
        return new Delivered("logged");
    }

    private static Level level(Alert.Severity severity) {
        return switch (severity) {
            case INFO -> Level.INFO;
            case WARNING -> Level.WARNING;
            case ERROR, CRITICAL -> Level.ERROR;
        };
    }
}

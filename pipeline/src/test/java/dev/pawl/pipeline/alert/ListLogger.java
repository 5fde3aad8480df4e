package dev.pawl.pipeline.alert;

import java.util.List;
import java.util.ResourceBundle;

/// A logger that writes into a list.
record ListLogger(List<String> lines) implements System.Logger {
    @Override
    public String getName() {
        return "list";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        lines.add(level + ": " + message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
        lines.add(level + ": " + format);
    }
}

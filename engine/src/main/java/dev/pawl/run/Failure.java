package dev.pawl.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An error of an attempt, or the reason why a run ended: its type, its message and, if it was
/// thrown, its stack trace.
public record Failure(String type, String message, @Nullable String stack) {
    /// The number of characters of a stack trace that are kept.
    public static final int STACK_CHARS_MAX = 4_000;

    private static final int MESSAGE_CHARS_MAX = 2_000;

    public Failure {
        message = cut(message, MESSAGE_CHARS_MAX);
        stack = stack == null ? null : cut(stack, STACK_CHARS_MAX);
    }

    /// Returns a failure without a stack trace.
    public static Failure of(String type, String message) {
        return new Failure(type, message, null);
    }

    /// Returns a failure for a thrown error. Never throws, whatever the methods of `error` do.
    public static Failure of(Throwable error) {
        String message = ThrownText.message(error);
        return new Failure(error.getClass().getName(), message, ThrownText.stack(error));
    }

    /// Returns an error and its causes, at most the first ten, because `getCause` may form a cycle
    /// or throw.
    public static List<Throwable> causes(Throwable error) {
        return ThrownText.causes(error);
    }

    @Override
    public String toString() {
        return message.isEmpty() ? type : type + ": " + message;
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max - 1) + "…";
    }
}

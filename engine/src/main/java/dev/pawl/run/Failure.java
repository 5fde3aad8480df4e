package dev.pawl.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What went wrong in an attempt: the error's type, its message and, where one was thrown, its
/// stack.
public record Failure(String type, String message, @Nullable String stack) {
    /// How much of a stack is kept.
    public static final int STACK_CHARS_MAX = 4_000;

    private static final int MESSAGE_CHARS_MAX = 2_000;

    public Failure {
        message = cut(message, MESSAGE_CHARS_MAX);
        stack = stack == null ? null : cut(stack, STACK_CHARS_MAX);
    }

    /// Returns a failure that is a decision, not a thrown error.
    public static Failure of(String type, String message) {
        return new Failure(type, message, null);
    }

    /// Returns what was thrown as a failure; it never throws, whatever the methods of `error` do.
    public static Failure of(Throwable error) {
        String message = ThrownText.message(error);
        return new Failure(error.getClass().getName(), message, ThrownText.stack(error));
    }

    /// Returns an error and its causes, at most the first ten: what `getCause` returns may go round
    /// in circles, or throw.
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

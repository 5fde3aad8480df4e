package dev.pawl.run;

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

    @Override
    public String toString() {
        return message.isEmpty() ? type : type + ": " + message;
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max - 1) + "…";
    }
}

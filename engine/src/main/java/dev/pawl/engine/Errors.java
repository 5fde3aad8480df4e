package dev.pawl.engine;

import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import java.util.ArrayList;
import java.util.List;

/// Turns what a body threw into values that a decision can be made on.
final class Errors {
    private static final int CAUSES_MAX = 5;
    private static final List<Class<? extends Throwable>> BUGS =
            List.of(
                    Error.class,
                    NullPointerException.class,
                    ClassCastException.class,
                    IndexOutOfBoundsException.class,
                    ArithmeticException.class,
                    UnsupportedOperationException.class);

    private Errors() {}

    static Failure failure(Throwable error) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        return new Failure(error.getClass().getName(), message, stack(error));
    }

    private static String stack(Throwable error) {
        StringBuilder text = new StringBuilder();
        Throwable at = error;
        for (int depth = 0; at != null && depth < CAUSES_MAX; depth++) {
            text.append(depth == 0 ? "" : "caused by ").append(at).append('\n');
            for (StackTraceElement frame : at.getStackTrace()) {
                text.append("  at ").append(frame).append('\n');
            }
            at = at.getCause();
        }
        return text.toString();
    }

    /// Returns how bad an error is by a policy; without a word of the policy, some look like bugs.
    static Input.Severity severity(Throwable error, Retry retry) {
        var verdict = retry.verdict(classes(error));
        if (verdict.isPresent()) {
            return switch (verdict.get()) {
                case RETRY -> Input.Severity.RETRY;
                case ABORT -> Input.Severity.ABORT;
                case FAIL -> Input.Severity.FAIL;
            };
        }
        boolean bug = BUGS.stream().anyMatch(type -> type.isInstance(error));
        return bug ? Input.Severity.BUG : Input.Severity.RETRY;
    }

    private static List<String> classes(Throwable error) {
        List<String> names = new ArrayList<>();
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            names.add(type.getName());
        }
        return names;
    }
}

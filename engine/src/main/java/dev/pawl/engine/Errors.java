package dev.pawl.engine;

import dev.pawl.machine.ChildrenFailed;
import dev.pawl.machine.Retry;
import java.util.ArrayList;
import java.util.List;

/// Says how bad an error of a body is.
final class Errors {
    private static final List<Class<? extends Throwable>> BUGS =
            List.of(
                    Error.class,
                    NullPointerException.class,
                    ClassCastException.class,
                    IndexOutOfBoundsException.class,
                    ArithmeticException.class,
                    UnsupportedOperationException.class);

    private Errors() {}

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
        if (error instanceof ChildrenFailed) return Input.Severity.FAIL;
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

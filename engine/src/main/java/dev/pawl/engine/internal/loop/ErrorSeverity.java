package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.ChildrenFailed;
import dev.pawl.machine.Retry;
import dev.pawl.machine.SqlFailed;
import java.util.ArrayList;
import java.util.List;

/// Says how bad an error of a body is.
final class ErrorSeverity {
    private static final List<Class<? extends Throwable>> BUGS =
            List.of(
                    Error.class,
                    NullPointerException.class,
                    ClassCastException.class,
                    IndexOutOfBoundsException.class,
                    ArithmeticException.class,
                    UnsupportedOperationException.class,
                    SqlFailed.BadStatement.class,
                    SqlFailed.ConstraintViolated.class);

    private ErrorSeverity() {}

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
        Throwable found = asked(error);
        boolean bug = BUGS.stream().anyMatch(type -> type.isInstance(found));
        return bug ? Input.Severity.BUG : Input.Severity.RETRY;
    }

    /// Returns what is wrong with a query that the store refused to a body.
    private static Throwable asked(Throwable error) {
        boolean refused =
                error instanceof StoreException store
                        && store.kind() == StoreException.Kind.REFUSED;
        if (!refused) return error;
        Throwable cause = error.getCause();
        return cause == null ? error : cause;
    }

    private static List<String> classes(Throwable error) {
        List<String> names = new ArrayList<>();
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            names.add(type.getName());
        }
        return names;
    }
}

package dev.pawl.classes.evaluation;

import org.jspecify.annotations.Nullable;

/// One reason why a class is degraded. `code` is the reason as conditions have it.
record ClassProblem(DegradedReason reason, String code, String message) {
    ClassProblem(DegradedReason reason, String message) {
        this(reason, reason.toString(), message);
    }

    /// Returns the graver of two, the first of equals.
    static ClassProblem graver(@Nullable ClassProblem one, ClassProblem other) {
        return one == null || other.reason.compareTo(one.reason) < 0 ? other : one;
    }
}

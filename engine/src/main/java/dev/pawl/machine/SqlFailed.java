package dev.pawl.machine;

import org.jspecify.annotations.Nullable;

/// Thrown if a step's own SQL failed; the message contains the statement.
///
/// The subclasses are errors that a retry meets again, so they count as bugs; see [Retry#bugs].
/// Other errors may be temporary and are retried like an error of the step's body.
public sealed class SqlFailed extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public SqlFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// The statement is invalid: bad syntax, a missing table or column, a value that does not fit,
    /// or something that a step may not do.
    public static final class BadStatement extends SqlFailed {
        private static final long serialVersionUID = 1;

        public BadStatement(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /// A constraint of a table is violated, or a trigger raised an error.
    public static final class ConstraintViolated extends SqlFailed {
        private static final long serialVersionUID = 1;

        public ConstraintViolated(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}

package dev.pawl.machine;

import org.jspecify.annotations.Nullable;

/// SQL of a step's own failed; the message has the statement.
///
/// Its subclasses are errors that the same statement meets again, so they count as bugs: see
/// [Retry#bugs]. Any other error may pass, and is retried like one of the step's body.
public sealed class SqlFailed extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public SqlFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// The statement is wrong: its syntax, a table or column that does not exist, a value that does
    /// not fit, or something that a step may not do.
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

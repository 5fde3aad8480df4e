package dev.pawl.engine.control;

import dev.pawl.engine.Refused;
import dev.pawl.engine.store.StoreException;

/// A request was not answered; the kind says whose trouble that is.
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    ControlException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    ControlException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// Returns what kind of trouble an exception of a [Control] is.
    public static Kind kindOf(Throwable error) {
        return switch (error) {
            case ControlException known -> known.kind();
            case Refused.UnknownRun _ -> Kind.NOT_FOUND;
            case Refused.UnknownMachine _ -> Kind.NOT_FOUND;
            case Refused.UnknownQueue _ -> Kind.NOT_FOUND;
            case Refused.UnknownPool _ -> Kind.NOT_FOUND;
            case Refused.UnknownSchedule _ -> Kind.NOT_FOUND;
            case Refused _ -> Kind.REFUSED;
            case StoreException _ -> Kind.STORE;
            default -> Kind.INTERNAL;
        };
    }

    /// Whose trouble it is.
    public enum Kind {
        /// The request itself: unknown, malformed or too large.
        BAD_REQUEST,
        /// There is no such run, machine, queue, pool or schedule.
        NOT_FOUND,
        /// It exists, and cannot do what was asked.
        REFUSED,
        /// The store could not be read or written.
        STORE,
        /// The engine went away before it answered.
        GONE,
        /// The engine is there and does not answer.
        SILENT,
        /// A bug of the engine's.
        INTERNAL
    }
}

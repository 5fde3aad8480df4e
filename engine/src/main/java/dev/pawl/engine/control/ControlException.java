package dev.pawl.engine.control;

import dev.pawl.engine.Refused;
import dev.pawl.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/// Thrown if a request failed; the kind says why.
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    ControlException(Kind kind, String message) {
        this(kind, message, null);
    }

    ControlException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// Returns the kind of an exception that a [Control] threw.
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

    /// Why a request failed.
    public enum Kind {
        /// The request is unknown, malformed or too large.
        BAD_REQUEST,
        /// There is no such run, machine, queue, pool or schedule.
        NOT_FOUND,
        /// The request is valid but was refused.
        REFUSED,
        /// The store could not be read or written.
        STORE,
        /// The engine closed the connection before it answered.
        GONE,
        /// The engine does not answer.
        SILENT,
        /// A bug in the engine.
        INTERNAL
    }
}

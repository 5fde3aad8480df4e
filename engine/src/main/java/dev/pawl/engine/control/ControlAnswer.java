package dev.pawl.engine.control;

import org.jspecify.annotations.Nullable;

/// The reply to one request: its result or an error.
record ControlAnswer(@Nullable Object answer, @Nullable ErrorDetail error) {

    static ControlAnswer of(Object value) {
        return new ControlAnswer(value, null);
    }

    static ControlAnswer error(ControlException.Kind kind, String message) {
        return new ControlAnswer(null, new ErrorDetail(kind, message));
    }

    /// Why a request failed.
    record ErrorDetail(ControlException.Kind kind, String message) {}
}

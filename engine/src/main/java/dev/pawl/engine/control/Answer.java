package dev.pawl.engine.control;

import org.jspecify.annotations.Nullable;

/// What goes back for one request: the answer, or what went wrong.
record Answer(@Nullable Object answer, @Nullable Trouble error) {

    static Answer of(Object value) {
        return new Answer(value, null);
    }

    static Answer trouble(ControlException.Kind kind, String message) {
        return new Answer(null, new Trouble(kind, message));
    }

    /// What went wrong.
    record Trouble(ControlException.Kind kind, String message) {}
}

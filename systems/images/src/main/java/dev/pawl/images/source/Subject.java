package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import org.jspecify.annotations.Nullable;

/// What an error is about: a source, and what is asked of it.
record Subject(String source, String what) {

    static Subject of(String source, Key key) {
        return new Subject(source, "key '%s'".formatted(key));
    }

    SourceException error(Kind kind, String problem) {
        return error(kind, problem, null);
    }

    /// Returns an error whose message says where it was; `problem` says what was expected, what was
    /// found and what to do.
    SourceException error(Kind kind, String problem, @Nullable Throwable cause) {
        return SourceException.of(kind, message(problem), cause);
    }

    String message(String problem) {
        return "%s, %s: %s".formatted(source, what, problem);
    }
}

package dev.pawl.fetch;

import dev.pawl.fetch.FetchException.Kind;
import org.jspecify.annotations.Nullable;

/// What an error is about; its messages start with it.
record FetchSubject(String text) {

    static FetchSubject ofKey(String source, Key key) {
        return new FetchSubject("%s, key '%s'".formatted(source, key));
    }

    static FetchSubject ofList(String source, String prefix) {
        return new FetchSubject("%s, list of '%s'".formatted(source, prefix));
    }

    FetchException error(Kind kind, String problem) {
        return error(kind, problem, null);
    }

    /// Returns an error; `problem` says what was expected, what was found and what to do.
    FetchException error(Kind kind, String problem, @Nullable Throwable cause) {
        return FetchException.of(kind, message(problem), cause);
    }

    String message(String problem) {
        return "%s: %s".formatted(text, problem);
    }
}

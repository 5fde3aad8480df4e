package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.Key;
import org.jspecify.annotations.Nullable;

/// What an error is about; its messages start with it.
public record FetchSubject(String text) {

    public static FetchSubject ofKey(String source, Key key) {
        return new FetchSubject("%s, key '%s'".formatted(source, key));
    }

    public static FetchSubject ofList(String source, String prefix) {
        return new FetchSubject("%s, list of '%s'".formatted(source, prefix));
    }

    public FetchException error(Kind kind, String problem) {
        return error(kind, problem, null);
    }

    /// Returns an error; `problem` says what was expected, what was found and what to do.
    public FetchException error(Kind kind, String problem, @Nullable Throwable cause) {
        return FetchException.of(kind, message(problem), cause);
    }

    public String message(String problem) {
        return "%s: %s".formatted(text, problem);
    }
}

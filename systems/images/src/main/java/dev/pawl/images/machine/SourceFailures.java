package dev.pawl.images.machine;

import dev.pawl.fetch.FetchException;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;

/// Decides how a step ends when a source does not deliver an object.
final class SourceFailures {
    private SourceFailures() {}

    /// Aborts where a retry cannot help; any other error is retried, when the server allows it.
    static <O> Outcome<O> answer(Attempt<?, O> a, FetchException error) {
        String text = String.valueOf(error.getMessage());
        String reason = ImageFailure.SOURCE.reason(text);
        return switch (error.kind()) {
            case BAD_KEY, NOT_FOUND, DENIED, TOO_LARGE, CHANGED, MISMATCH, UNWRITABLE, REFUSED ->
                    a.abort(reason);
            case NO_SPACE -> a.abort(ImageFailure.SPACE.reason(text));
            case THROTTLED, TRANSIENT ->
                    error.retryAfter(a.now())
                            .map(time -> a.retryAfter(time, reason))
                            .orElseThrow(() -> new IllegalStateException(reason, error));
        };
    }
}

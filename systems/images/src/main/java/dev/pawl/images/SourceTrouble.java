package dev.pawl.images;

import dev.pawl.images.source.SourceException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;

/// What a step answers when a source does not give what it was asked for.
final class SourceTrouble {
    private SourceTrouble() {}

    /// Gives up what no repetition helps; the rest is tried again, when the server says so.
    static <O> Outcome<O> answer(Attempt<?, O> a, SourceException error) {
        String text = String.valueOf(error.getMessage());
        String reason = Fault.SOURCE.reason(text);
        return switch (error.kind()) {
            case BAD_KEY, NOT_FOUND, DENIED, TOO_LARGE, CHANGED, MISMATCH, REFUSED ->
                    a.abort(reason);
            case NO_SPACE -> a.abort(Fault.SPACE.reason(text));
            case TRANSIENT ->
                    error.retryAfter()
                            .map(time -> a.retryAfter(time, reason))
                            .orElseThrow(() -> new IllegalStateException(reason, error));
        };
    }
}

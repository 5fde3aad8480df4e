package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.fetch.FetchException.Kind;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Calls that must fail.
final class FetchErrors {
    private FetchErrors() {}

    /// Returns the error of a call, which must be of this kind.
    static FetchException of(Kind kind, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(FetchException.class);
        FetchException error = (FetchException) thrown;
        assertThat(error.kind()).as(error.getMessage()).isEqualTo(kind);
        return error;
    }
}

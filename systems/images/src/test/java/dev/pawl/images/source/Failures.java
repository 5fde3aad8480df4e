package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.images.source.SourceException.Kind;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Calls that are to fail.
final class Failures {
    private Failures() {}

    /// Returns the error of a call, which must be of this kind.
    static SourceException of(Kind kind, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(SourceException.class);
        SourceException error = (SourceException) thrown;
        assertThat(error.kind()).as(error.getMessage()).isEqualTo(kind);
        return error;
    }
}

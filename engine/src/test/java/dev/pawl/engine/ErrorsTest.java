package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Input.Severity;
import dev.pawl.machine.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/// ENG-37 What was thrown, as a value.
final class ErrorsTest {

    @Test
    void someErrorsLookLikeABugUnlessThePolicyHasAWordAboutThem() {
        Retry retry = Retry.ofDefaults();
        assertThat(Errors.severity(new IOException(), retry)).isEqualTo(Severity.RETRY);
        assertThat(Errors.severity(new IllegalStateException(), retry)).isEqualTo(Severity.RETRY);
        for (Throwable bug :
                new Throwable[] {
                    new NullPointerException(),
                    new ClassCastException(),
                    new ArrayIndexOutOfBoundsException(),
                    new ArithmeticException(),
                    new UnsupportedOperationException(),
                    new StackOverflowError(),
                    new AssertionError()
                }) {
            assertThat(Errors.severity(bug, retry)).isEqualTo(Severity.BUG);
        }
        Retry words =
                retry.abortOn(IOException.class)
                        .failOn(NullPointerException.class)
                        .onlyOn(UncheckedIOException.class);
        assertThat(Errors.severity(new IOException(), words)).isEqualTo(Severity.ABORT);
        assertThat(Errors.severity(new NullPointerException(), words)).isEqualTo(Severity.FAIL);
        assertThat(Errors.severity(new UncheckedIOException(new IOException()), words))
                .isEqualTo(Severity.RETRY);
        assertThat(Errors.severity(new ArithmeticException(), words)).isEqualTo(Severity.FAIL);
    }

    /// ENG-37 the stack is kept.
    @Test
    void aFailureHasTypeMessageAndStack() {
        var failure = Errors.failure(new IOException("gone"));
        assertThat(failure.type()).isEqualTo("java.io.IOException");
        assertThat(failure.message()).isEqualTo("gone");
        assertThat(failure.stack()).contains("ErrorsTest");
        assertThat(Errors.failure(new IOException()).message()).isEmpty();
    }
}

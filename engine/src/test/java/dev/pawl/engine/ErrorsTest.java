package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Input.Severity;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
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
        var failure = Failure.of(new IOException("gone"));
        assertThat(failure.type()).isEqualTo("java.io.IOException");
        assertThat(failure.message()).isEqualTo("gone");
        assertThat(failure.stack()).contains("ErrorsTest");
        assertThat(Failure.of(new IOException()).message()).isEmpty();
    }

    /// A throwable is user code: none of its methods is trusted.
    @Test
    void aFailureIsMadeOfAnything() {
        Failure failure = Failure.of(new Hostile());
        assertThat(failure.type()).isEqualTo(Hostile.class.getName());
        assertThat(failure.message())
                .isEqualTo("(its message cannot be read: java.lang.StackOverflowError)");
        assertThat(failure.stack())
                .contains("(its text cannot be read: java.lang.IllegalStateException)");
        assertThat(Failure.causes(new Hostile())).hasSize(10);
    }

    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    /// ENG-37 the last cause mostly tells what happened: no long stack before it cuts it away.
    @Test
    void everyCauseKeepsItsHead() {
        Throwable disk = deep("disk is gone", null);
        Throwable copy = deep("copy " + "x".repeat(5_000), disk);
        String stack = Failure.of(deep("pull failed", copy)).stack();
        assertThat(stack)
                .hasSizeLessThanOrEqualTo(Failure.STACK_CHARS_MAX)
                .startsWith("java.io.IOException: pull failed\n  at a.B.c(B.java:0)\n")
                .contains("caused by java.io.IOException: copy xxx")
                .contains("caused by java.io.IOException: disk is gone\n  at a.B.c(B.java:0)\n");
        Throwable many = disk;
        for (int i = 0; i < 20; i++) many = deep("level " + i, many);
        assertThat(Failure.of(many).stack())
                .hasSizeLessThanOrEqualTo(Failure.STACK_CHARS_MAX)
                .contains("caused by java.io.IOException: level 10\n  at a.B.c(B.java:0)\n");
    }

    private static Throwable deep(String message, Throwable cause) {
        Throwable error = new IOException(message, cause);
        error.setStackTrace(
                IntStream.range(0, 500)
                        .mapToObj(line -> new StackTraceElement("a.B", "c", "B.java", line))
                        .toArray(StackTraceElement[]::new));
        return error;
    }
}

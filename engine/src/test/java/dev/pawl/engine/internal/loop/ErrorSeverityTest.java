package dev.pawl.engine.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.internal.decision.Input.Severity;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// ENG-37 What was thrown, as a value.
final class ErrorSeverityTest {

    @Test
    void someErrorsLookLikeABugUnlessThePolicyHasAWordAboutThem() {
        Retry retry = Retry.ofDefaults();
        assertThat(ErrorSeverity.severity(new IOException(), retry)).isEqualTo(Severity.RETRY);
        assertThat(ErrorSeverity.severity(new IllegalStateException(), retry))
                .isEqualTo(Severity.RETRY);
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
            assertThat(ErrorSeverity.severity(bug, retry)).isEqualTo(Severity.BUG);
        }
        Retry words =
                retry.abortOn(IOException.class)
                        .failOn(NullPointerException.class)
                        .onlyOn(UncheckedIOException.class);
        assertThat(ErrorSeverity.severity(new IOException(), words)).isEqualTo(Severity.ABORT);
        assertThat(ErrorSeverity.severity(new NullPointerException(), words))
                .isEqualTo(Severity.FAIL);
        assertThat(ErrorSeverity.severity(new UncheckedIOException(new IOException()), words))
                .isEqualTo(Severity.RETRY);
        assertThat(ErrorSeverity.severity(new ArithmeticException(), words))
                .isEqualTo(Severity.FAIL);
    }

    /// Of its methods, only those of the store's own errors are called.
    @Test
    void theSeverityOfAnythingIsKnown() {
        assertThat(ErrorSeverity.severity(new Causeless(), Retry.never()))
                .isEqualTo(Severity.RETRY);
    }

    /// ENG-37 the stack is kept.
    @Test
    void aFailureHasTypeMessageAndStack() {
        var failure = Failure.of(new IOException("gone"));
        assertThat(failure.type()).isEqualTo("java.io.IOException");
        assertThat(failure.message()).isEqualTo("gone");
        assertThat(failure.stack()).contains("ErrorSeverityTest");
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

    /// ENG-37 the last cause mostly says what happened: no long stack before it cuts it away.
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

    @Test
    void aStackIsCutBehindTheLastFrameThatFits() {
        assertThat(Failure.of(frames("gone", 3)).stack())
                .isEqualTo(
                        """
                        java.io.IOException: gone
                          at a.B.c(B.java:0)
                          at a.B.c(B.java:1)
                          at a.B.c(B.java:2)
                        """);
        // 26 characters of head, 21 for a frame with one digit, 22 with two, 23 with three, and 4
        // for the mark of the cut: 10 and 90 frames leave 1,780 characters, which 77 more fill.
        String stack = Failure.of(frames("gone", 500)).stack();
        assertThat(stack).endsWith("  at a.B.c(B.java:176)\n  …\n");
        assertThat(stack.lines()).hasSize(1 + 177 + 1);
    }

    @Test
    void aFrameIsKeptIfTheMarkOfTheCutFitsBehindItToo() {
        String head = "java.io.IOException: gone\n";
        String mark = "  …\n";
        int room = Failure.STACK_CHARS_MAX - head.length() - mark.length();
        String name = "m".repeat(room - "  at a.B.(B.java:0)\n".length());
        assertThat(Failure.of(framed(name)).stack())
                .isEqualTo(head + "  at a.B." + name + "(B.java:0)\n");
        assertThat(Failure.of(framed(name + "m")).stack()).isEqualTo(head + mark);
    }

    private static Throwable framed(String method) {
        Throwable error = new IOException("gone");
        error.setStackTrace(
                new StackTraceElement[] {new StackTraceElement("a.B", method, "B.java", 0)});
        return error;
    }

    @Test
    void aHeadHasHalfOfTheRoom() {
        String head = "java.io.IOException: ";
        int half = Failure.STACK_CHARS_MAX / 2;
        String fits = "x".repeat(half - head.length());
        assertThat(Failure.of(frames(fits, 0)).stack()).isEqualTo(head + fits + "\n");
        assertThat(Failure.of(frames(fits + "x", 0)).stack())
                .isEqualTo(head + "x".repeat(half - head.length() - 1) + "…\n");
    }

    /// What the first errors do not need is left for the last ones.
    @Test
    void theRoomIsSharedByAsManyCausesAsAreShown() {
        Throwable cause = frames("root", 500);
        for (int i = 1; i <= 20; i++) cause = frames("level " + i, 0, cause);
        String stack = Failure.of(cause).stack();
        assertThat(stack.lines()).hasSize(10);
        assertThat(stack).endsWith("caused by java.io.IOException: level 11\n");

        String two = Failure.of(frames("top", 0, frames("root", 500))).stack();
        assertThat(two)
                .startsWith("java.io.IOException: top\ncaused by java.io.IOException: root\n");
        assertThat(two.length()).isGreaterThan(Failure.STACK_CHARS_MAX - 30);
        String even = Failure.of(frames("top", 500, frames("root", 500))).stack();
        assertThat(even.indexOf("caused by")).isBetween(1_970, 2_000);
    }

    private static Throwable frames(String message, int count) {
        return frames(message, count, null);
    }

    private static Throwable frames(String message, int count, Throwable cause) {
        Throwable error = new IOException(message, cause);
        error.setStackTrace(
                IntStream.range(0, count)
                        .mapToObj(line -> new StackTraceElement("a.B", "c", "B.java", line))
                        .toArray(StackTraceElement[]::new));
        return error;
    }

    private static Throwable deep(String message, Throwable cause) {
        return frames(message, 500, cause);
    }

    private static final class Causeless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }
}

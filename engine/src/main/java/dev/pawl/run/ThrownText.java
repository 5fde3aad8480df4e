package dev.pawl.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The text of a thrown error.
///
/// A throwable is user code: reading its message, text, causes and frames may throw, and causes may
/// form a cycle. A text is returned in every case.
final class ThrownText {
    private static final int CAUSES_MAX = 10;
    private static final String ELLIPSIS = "  …\n";

    private ThrownText() {}

    static String message(Throwable error) {
        return read("message", error::getMessage);
    }

    /// Each cause gets an equal share of the remaining space, so that the frames of the first error
    /// do not displace the last cause, which is usually the most informative.
    static String stack(Throwable error) {
        List<Throwable> chain = causes(error);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < chain.size(); i++) {
            int share = (Failure.STACK_CHARS_MAX - text.length()) / (chain.size() - i);
            text.append(part(chain.get(i), i == 0 ? "" : "caused by ", share));
        }
        return text.toString();
    }

    static List<Throwable> causes(Throwable error) {
        List<Throwable> chain = new ArrayList<>();
        Throwable at = error;
        while (at != null && chain.size() < CAUSES_MAX) {
            chain.add(at);
            at = cause(at);
        }
        return chain;
    }

    private static @Nullable Throwable cause(Throwable error) {
        try {
            return error.getCause();
        } catch (Throwable _) {
            return null;
        }
    }

    /// Returns an error and as many of its frames as fit into `charsMax` characters.
    private static String part(Throwable error, String before, int charsMax) {
        StringBuilder text = new StringBuilder(before).append(read("text", error::toString));
        int headMax = charsMax / 2;
        if (text.length() > headMax) text.replace(headMax - 1, text.length(), "…");
        text.append('\n');
        for (StackTraceElement frame : frames(error)) {
            String line = "  at " + frame + "\n";
            if (text.length() + line.length() + ELLIPSIS.length() > charsMax)
                return text + ELLIPSIS;
            text.append(line);
        }
        return text.toString();
    }

    private static StackTraceElement[] frames(Throwable error) {
        try {
            StackTraceElement[] frames = error.getStackTrace();
            return frames == null ? new StackTraceElement[0] : frames;
        } catch (Throwable _) {
            return new StackTraceElement[0];
        }
    }

    private static String read(String what, Supplier<@Nullable String> source) {
        try {
            String text = source.get();
            return text == null ? "" : text;
        } catch (Throwable e) {
            return "(its %s cannot be read: %s)".formatted(what, e.getClass().getName());
        }
    }
}

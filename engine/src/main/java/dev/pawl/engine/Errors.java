package dev.pawl.engine;

import dev.pawl.machine.ChildrenFailed;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import java.util.ArrayList;
import java.util.List;

/// Turns what a body threw into values that a decision can be made on.
final class Errors {
    private static final int CAUSES_MAX = 10;
    private static final String CUT = "  …\n";
    private static final List<Class<? extends Throwable>> BUGS =
            List.of(
                    Error.class,
                    NullPointerException.class,
                    ClassCastException.class,
                    IndexOutOfBoundsException.class,
                    ArithmeticException.class,
                    UnsupportedOperationException.class);

    private Errors() {}

    static Failure failure(Throwable error) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        return new Failure(error.getClass().getName(), message, stack(error));
    }

    /// Each cause gets an equal share of the room that those before it left, so that the last one,
    /// which mostly tells what happened, is not cut away by the frames of the first.
    private static String stack(Throwable error) {
        List<Throwable> chain = chain(error);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < chain.size(); i++) {
            int share = (Failure.STACK_CHARS_MAX - text.length()) / (chain.size() - i);
            text.append(part(chain.get(i), i == 0 ? "" : "caused by ", share));
        }
        return text.toString();
    }

    private static List<Throwable> chain(Throwable error) {
        List<Throwable> chain = new ArrayList<>();
        Throwable at = error;
        while (at != null && chain.size() < CAUSES_MAX) {
            chain.add(at);
            at = at.getCause();
        }
        return chain;
    }

    /// Returns an error and as many of its frames as fit into `most` characters.
    private static String part(Throwable error, String before, int most) {
        StringBuilder text = new StringBuilder(before).append(error);
        int headMax = most / 2;
        if (text.length() > headMax) text.replace(headMax - 1, text.length(), "…");
        text.append('\n');
        for (StackTraceElement frame : error.getStackTrace()) {
            String line = "  at " + frame + "\n";
            if (text.length() + line.length() + CUT.length() > most) return text + CUT;
            text.append(line);
        }
        return text.toString();
    }

    /// Returns how bad an error is by a policy; without a word of the policy, some look like bugs.
    static Input.Severity severity(Throwable error, Retry retry) {
        var verdict = retry.verdict(classes(error));
        if (verdict.isPresent()) {
            return switch (verdict.get()) {
                case RETRY -> Input.Severity.RETRY;
                case ABORT -> Input.Severity.ABORT;
                case FAIL -> Input.Severity.FAIL;
            };
        }
        if (error instanceof ChildrenFailed) return Input.Severity.FAIL;
        boolean bug = BUGS.stream().anyMatch(type -> type.isInstance(error));
        return bug ? Input.Severity.BUG : Input.Severity.RETRY;
    }

    private static List<String> classes(Throwable error) {
        List<String> names = new ArrayList<>();
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            names.add(type.getName());
        }
        return names;
    }
}

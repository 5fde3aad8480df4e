package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Prints a definition as a diagram, as a table of transitions and as a recovery contract.
public final class DefinitionPrinter {
    private DefinitionPrinter() {}

    /// Returns a Mermaid `stateDiagram-v2`.
    public static String mermaid(Definition definition) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        for (Edge edge : definition.edges()) {
            text.append("    ").append(edge.from()).append(" --> ").append(edge.to());
            if (!edge.label().isEmpty()) text.append(": ").append(edge.label());
            text.append('\n');
        }
        return text.toString();
    }

    /// Returns a Markdown table of all transitions.
    public static String transitions(Definition definition) {
        StringBuilder text = new StringBuilder("| From | To | On |\n|---|---|---|\n");
        for (Edge edge : definition.edges()) {
            String on = edge.label().isEmpty() ? "next" : edge.label();
            row(text, edge.from(), edge.to(), on);
        }
        return text.toString();
    }

    /// Returns a Markdown table of what each state persists and what happens after a crash in it.
    public static String contract(Definition definition) {
        StringBuilder text = new StringBuilder();
        row(text, "State", "Persisted data", "Recovery action", "Retries", "Timeout", "Notes");
        text.append("|---|---|---|---|---|---|\n");
        for (State state : definition.states()) {
            switch (state) {
                case State.Step step -> contract(text, step);
                case State.Wait wait ->
                        row(
                                text,
                                wait.name(),
                                "",
                                "Continues to wait; nothing is lost",
                                "",
                                "",
                                "");
                case State.End end ->
                        row(text, end.name(), "", "None; the run has ended", "", "", "");
            }
        }
        return text.toString();
    }

    private static void contract(StringBuilder text, State.Step step) {
        Recovery recovery = step.recovery();
        row(
                text,
                step.name(),
                recovery.persists(),
                words(recovery.action(), recovery.target()),
                words(step.retry()),
                step.timeout() == null ? "" : step.timeout().toString(),
                recovery.note());
    }

    private static String words(Recovery.Action action, @Nullable String target) {
        return switch (action) {
            case RETRY -> "Retry";
            case RESUME -> "Resume";
            case SKIP -> "Skip if done, otherwise retry";
            case CLEANUP -> "Clean up, back to " + target;
            case VALIDATE -> "Validate, then decide";
        };
    }

    /// Returns a short description of a retry policy.
    public static String words(Retry retry) {
        if (retry.retriesMax() == 0) return "none";
        String count = retry.retriesMax() == Retry.FOREVER ? "unlimited" : "" + retry.retriesMax();
        String shape = retry.curve().factor() > 1 ? "exponential" : "fixed";
        String jitter = retry.curve().spread() > 0 ? " + jitter" : "";
        return "%s, %s%s".formatted(count, shape, jitter).toLowerCase(Locale.ROOT);
    }

    private static void row(StringBuilder text, String... cells) {
        for (String cell : cells) text.append("| ").append(cell.replace("|", "\\|")).append(' ');
        text.append("|\n");
    }
}

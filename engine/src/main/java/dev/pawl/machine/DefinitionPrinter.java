package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Prints a definition as a diagram, as a table of transitions and as a recovery contract.
public final class DefinitionPrinter {
    private static final String INDENT = "    ";

    private DefinitionPrinter() {}

    /// Returns a Mermaid `stateDiagram-v2`.
    public static String mermaid(Definition definition) {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        List<Edge> edges = definition.drawnEdges();
        from(Edge.OUTSIDE, edges, text);
        for (State state : definition.states()) {
            declare(state.name(), definition.presentation(), text);
            from(state.name(), edges, text);
        }
        return text.toString();
    }

    private static void from(String state, List<Edge> edges, StringBuilder text) {
        for (Edge edge : edges) if (edge.from().equals(state)) line(edge, INDENT, text);
    }

    private static void declare(String state, Presentation presentation, StringBuilder text) {
        if (presentation.isChoice(state)) {
            text.append("%sstate %s <<choice>>\n".formatted(INDENT, state));
        }
        presentation
                .inside(state)
                .ifPresent(inside -> {
                    text.append("%sstate %s {\n".formatted(INDENT, state));
                    line(new Edge(Edge.OUTSIDE, inside.first(), ""), INDENT.repeat(2), text);
                    for (Edge edge : inside.edges()) line(edge, INDENT.repeat(2), text);
                    text.append(INDENT).append("}\n");
                });
    }

    private static void line(Edge edge, String indent, StringBuilder text) {
        text.append(indent).append(edge.from()).append(" --> ").append(edge.to());
        if (!edge.label().isEmpty()) text.append(": ").append(edge.label());
        text.append('\n');
    }

    /// Returns a Markdown table of all transitions, with a column for labels if it has any.
    public static String transitions(Definition definition) {
        boolean isLabelled = !definition.presentation().labels().isEmpty();
        StringBuilder text = new StringBuilder();
        if (isLabelled) {
            text.append("| From | To | On | Label |\n|---|---|---|---|\n");
        } else {
            text.append("| From | To | On |\n|---|---|---|\n");
        }
        for (Edge edge : definition.edges()) {
            String on = on(edge, definition);
            if (isLabelled) {
                String label = definition.presentation().label(edge.from(), edge.to()).orElse("");
                row(text, edge.from(), edge.to(), on, label);
            } else {
                row(text, edge.from(), edge.to(), on);
            }
        }
        return text.toString();
    }

    private static String on(Edge edge, Definition definition) {
        if (!edge.label().isEmpty()) return edge.label();
        boolean fails =
                definition.find(edge.from()).orElse(null) instanceof State.Step step
                        && step.alwaysFails();
        return fails ? "fail" : "next";
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

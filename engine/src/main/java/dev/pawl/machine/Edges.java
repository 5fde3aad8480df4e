package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Lists the edges of a definition, in the order of its states. The labels are part of the
/// fingerprint, which stores keep.
final class Edges {
    private final Definition definition;
    private final List<Edge> edges = new ArrayList<>();

    private Edges(Definition definition) {
        this.definition = definition;
    }

    static List<Edge> of(Definition definition) {
        Edges all = new Edges(definition);
        all.add(Edge.OUTSIDE, definition.first().name(), "");
        for (State state : definition.states()) all.from(state);
        return List.copyOf(all.edges);
    }

    private void from(State state) {
        switch (state) {
            case State.Step step -> from(step);
            case State.Wait wait -> from(wait);
            case State.End end -> add(end.name(), Edge.OUTSIDE, "");
        }
    }

    private void from(State.Step step) {
        if (step.alwaysFails()) {
            add(step.name(), Edge.OUTSIDE, "");
            return;
        }
        add(step.name(), definition.after(step.name()).name(), "");
        if (step.finishes()) add(step.name(), definition.mainEnd().name(), "finish early");
        for (State.Jump jump : step.jumps()) add(step.name(), jump.target(), label(jump));
        for (State.Trigger on : step.interrupts()) add(step.name(), on.target(), on.event());
        String back = step.recovery().target();
        if (back != null) add(step.name(), back, "after a crash");
    }

    private void from(State.Wait wait) {
        for (State.Trigger on : wait.triggers()) add(wait.name(), on.target(), on.event());
        State.Timer timer = wait.timer();
        if (timer != null) add(wait.name(), timer.target(), "after " + text(timer.after()));
        State.Joined joined = wait.joined();
        if (joined != null) add(wait.name(), joined.target(), label(joined.join()));
    }

    private void add(String from, String to, String label) {
        edges.add(new Edge(from, to, label));
    }

    private static String label(State.Jump jump) {
        return switch (jump.timesMax()) {
            case State.Jump.UNSPECIFIED -> "go to";
            case State.Jump.UNBOUNDED -> "go to, any number of times";
            case 1 -> "go to, at most once";
            default -> "go to, at most " + jump.timesMax() + " times";
        };
    }

    private static String label(Join join) {
        return switch (join.policy()) {
            case ALL -> "all children ended";
            case ENDED -> join.count() + " children ended";
            case SUCCEEDED -> join.count() + " children completed";
        };
    }

    private static String text(Duration time) {
        return time.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}

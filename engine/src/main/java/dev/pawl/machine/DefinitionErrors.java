package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds all faults of a definition.
final class DefinitionErrors {
    private static final int NAME_CHARS_MAX = 200;
    // Diagrams, tables and addresses show names without quotes.
    static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}._-]+");

    private final Definition definition;
    private final Set<String> recoveryBodies;
    private final List<String> faults = new ArrayList<>();

    private DefinitionErrors(Definition definition, Set<String> recoveryBodies) {
        this.definition = definition;
        this.recoveryBodies = recoveryBodies;
    }

    static List<String> of(Definition definition, Set<String> recoveryBodies) {
        DefinitionErrors found = new DefinitionErrors(definition, recoveryBodies);
        found.names();
        boolean targetsExist = found.targets();
        for (State state : definition.states()) found.checkState(state);
        found.cleanup();
        // A graph with missing targets cannot be walked.
        if (targetsExist && found.hasSteps()) found.reachability();
        return List.copyOf(found.faults);
    }

    private void names() {
        Set<String> seen = new HashSet<>();
        name("the machine", definition.name());
        if (definition.version() < 1) {
            faults.add("expected a version of 1 or more, found " + definition.version());
        }
        for (State state : definition.states()) {
            name("a state", state.name());
            if (!state.name().isBlank() && !WORD.matcher(state.name()).matches()) {
                faults.add(
                        "expected a state name of letters, digits, '-', '_' and '.', found '%s'"
                                .formatted(state.name()));
            }
            if (!seen.add(state.name())) faults.add("two states are called '" + state.name() + "'");
        }
        for (String former : definition.moved().keySet()) {
            if (seen.contains(former)) {
                faults.add("'" + former + "' is a state and the former name of one");
            }
        }
        if (!hasSteps()) faults.add("it has no step and no wait");
    }

    private void name(String what, String name) {
        boolean printable = name.chars().noneMatch(Character::isISOControl);
        boolean outside = name.equals(Edge.OUTSIDE);
        if (name.isBlank() || name.length() > NAME_CHARS_MAX || outside || !printable) {
            faults.add(
                    "expected 1 to %d printable characters as the name of %s, found '%s'"
                            .formatted(NAME_CHARS_MAX, what, name));
        }
    }

    private boolean hasSteps() {
        return !(definition.first() instanceof State.End);
    }

    private boolean targets() {
        int before = faults.size();
        Set<String> missing = new LinkedHashSet<>();
        for (State state : definition.states()) {
            for (String target : declaredTargets(state)) {
                if (definition.find(target).isEmpty()) {
                    missing.add("'%s' leads to '%s'".formatted(state.name(), target));
                }
            }
        }
        definition
                .moved()
                .forEach((former, target) -> {
                    if (definition.find(target).isEmpty()) {
                        missing.add("the former '%s' leads to '%s'".formatted(former, target));
                    }
                });
        for (String each : missing) {
            faults.add(
                    each
                            + ", which does not exist (has: "
                            + String.join(", ", definition.names())
                            + ")");
        }
        return faults.size() == before;
    }

    private static List<String> declaredTargets(State state) {
        List<String> targets = new ArrayList<>();
        switch (state) {
            case State.Step step -> {
                for (State.Jump jump : step.jumps()) {
                    if (!jump.equals(State.Jump.FAILURE)) targets.add(jump.target());
                }
                step.interrupts().forEach(on -> targets.add(on.target()));
                String back = step.recovery().target();
                if (back != null) targets.add(back);
            }
            case State.Wait wait -> {
                wait.triggers().forEach(on -> targets.add(on.target()));
                State.Timer timer = wait.timer();
                if (timer != null) targets.add(timer.target());
                State.Joined joined = wait.joined();
                if (joined != null) targets.add(joined.target());
            }
            case State.End _ -> {}
        }
        return targets;
    }

    private void checkState(State state) {
        switch (state) {
            case State.Step step -> checkStep(step);
            case State.Wait wait -> checkWait(wait);
            case State.End _ -> {}
        }
    }

    private void checkStep(State.Step step) {
        List<String> names = definition.names();
        int here = names.indexOf(step.name());
        for (State.Jump jump : step.jumps()) {
            int there = names.indexOf(jump.target());
            if (there >= 0 && there <= here && jump.timesMax() == State.Jump.UNSPECIFIED) {
                faults.add(
                        ("'%s' may go back to '%s' without a limit: give goesTo a number of times,"
                                        + " or use loopsTo")
                                .formatted(step.name(), jump.target()));
            }
        }
        if (step.alwaysFails()) alwaysFailing(step);
        Set<String> targets = new HashSet<>();
        for (State.Jump jump : step.jumps()) {
            if (!targets.add(jump.target())) {
                faults.add(
                        "'%s' declares two transitions to '%s'"
                                .formatted(step.name(), jump.target()));
            }
        }
        if (step.timeout() != null && !step.timeout().isPositive()) {
            faults.add(
                    "'%s' needs a positive timeout, found %s"
                            .formatted(step.name(), step.timeout()));
        }
        Set<String> events = new HashSet<>();
        for (State.Trigger on : step.interrupts()) {
            if (!events.add(on.event())) {
                faults.add(
                        "'%s' declares two transitions on %s".formatted(step.name(), on.event()));
            }
        }
        if (step.recovery().action().needsBody() && !recoveryBodies.contains(step.name())) {
            faults.add(
                    "'%s' recovers by %s, which needs a recovery body, found none"
                            .formatted(step.name(), step.recovery().action()));
        }
    }

    private void alwaysFailing(State.Step step) {
        List<String> found = new ArrayList<>();
        for (String target : declaredTargets(step)) found.add("one to '%s'".formatted(target));
        if (step.finishes()) found.add("finishes()");
        if (!found.isEmpty()) {
            faults.add(
                    "'%s' always fails, so it has no other transitions, found %s"
                            .formatted(step.name(), String.join(" and ", found)));
        }
    }

    private void checkWait(State.Wait wait) {
        if (wait.triggers().isEmpty() && wait.timer() == null && wait.joined() == null) {
            faults.add(
                    "'%s' waits for nothing: give it an event, a timer or children"
                            .formatted(wait.name()));
        }
        Set<String> events = new HashSet<>();
        for (State.Trigger on : wait.triggers()) {
            if (!events.add(on.event())) {
                faults.add(
                        "'%s' declares two transitions on %s".formatted(wait.name(), on.event()));
            }
        }
        State.Timer timer = wait.timer();
        if (timer != null && !timer.after().isPositive()) {
            faults.add(
                    "'%s' needs a positive time for its timer, found %s"
                            .formatted(wait.name(), timer.after()));
        }
    }

    private void cleanup() {
        Definition.Cleanup cleanup = definition.cleanup();
        if (cleanup != null && cleanup.timeout() != null && !cleanup.timeout().isPositive()) {
            faults.add("its cleanup needs a positive timeout, found " + cleanup.timeout());
        }
        if (cleanup != null && cleanup.retry().retriesMax() == Retry.FOREVER) {
            faults.add("its cleanup has unlimited retries: set a limit");
        }
    }

    private void reachability() {
        Set<String> forward = closure(Edge.OUTSIDE, false);
        Set<String> backward = closure(Edge.OUTSIDE, true);
        for (State state : definition.states()) {
            if (!forward.contains(state.name())) {
                String what = state instanceof State.End ? "end" : "state";
                faults.add("the %s '%s' cannot be reached".formatted(what, state.name()));
            } else if (!backward.contains(state.name())) {
                faults.add("no end can be reached from '%s'".formatted(state.name()));
            }
        }
    }

    private Set<String> closure(String from, boolean backwards) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            String here = open.pop();
            for (Edge edge : definition.edges()) {
                String tail = backwards ? edge.to() : edge.from();
                String head = backwards ? edge.from() : edge.to();
                if (tail.equals(here) && !head.equals(Edge.OUTSIDE) && reached.add(head)) {
                    open.push(head);
                }
            }
        }
        return reached;
    }
}

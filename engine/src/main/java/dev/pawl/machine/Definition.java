package dev.pawl.machine;

import dev.pawl.run.MachineRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A machine without its code, as data. The engine stores it, prints it, compares it with other
/// versions and decides by it.
///
/// The order of states matters: a step's next state is the one after it. `moved` maps the names of
/// states in earlier versions to the states in which their runs continue; `then` names the machines
/// that a completed run starts. The `presentation` has no effect on runs and is not part of the
/// fingerprint.
public record Definition(
        String name,
        int version,
        List<State> states,
        @Nullable Cleanup cleanup,
        Policies policies,
        Map<String, String> moved,
        List<String> then,
        Presentation presentation) {
    /// The name of the end state of a machine that declares none.
    public static final String COMPLETE = "complete";

    public Definition {
        states = List.copyOf(states);
        moved = Map.copyOf(moved);
        then = List.copyOf(then);
        // Definitions that earlier versions stored have none.
        presentation = Objects.requireNonNullElse(presentation, Presentation.NONE);
    }

    /// Returns what happens to live children when a run ends without completing.
    public ChildPolicy children() {
        return policies.children();
    }

    /// Returns the state of this name.
    public Optional<State> find(String state) {
        for (State each : states) if (each.name().equals(state)) return Optional.of(each);
        return Optional.empty();
    }

    /// Returns the state of this name; throws if there is none.
    public State state(String state) {
        return find(state).orElseThrow(() -> missing(state));
    }

    /// Returns the state that a run starts in.
    public State first() {
        return states.getFirst();
    }

    /// Returns the state that follows `state` in order.
    public State after(String state) {
        for (int i = 0; i < states.size() - 1; i++) {
            if (states.get(i).name().equals(state)) return states.get(i + 1);
        }
        throw missing(state);
    }

    /// Returns the end state of a run that finishes early: the first one declared.
    public State.End mainEnd() {
        for (State each : states) if (each instanceof State.End end) return end;
        throw new IllegalStateException(this + " has no end");
    }

    /// Returns the state in which a run in `state` continues under this definition, if there is
    /// one.
    public Optional<String> placeOf(String state) {
        if (find(state).isPresent()) return Optional.of(state);
        return Optional.ofNullable(moved.get(state));
    }

    /// Returns the names of the events that some state accepts, in alphabetical order.
    public SortedSet<String> events() {
        SortedSet<String> events = new TreeSet<>();
        for (State state : states) {
            for (State.Trigger on : state.accepts()) events.add(on.event());
        }
        return events;
    }

    /// Returns whether some state accepts an event.
    public boolean accepts(String event) {
        for (State state : states) {
            for (State.Trigger on : state.accepts()) if (on.event().equals(event)) return true;
        }
        return false;
    }

    /// Returns every declared transition. The first one comes from [Edge#OUTSIDE]; ends and steps
    /// that always fail lead to it.
    public List<Edge> edges() {
        return Edges.of(this);
    }

    /// Returns the transitions as diagrams show them: with the labels of the presentation, and
    /// those that then look the same once.
    public List<Edge> drawnEdges() {
        return edges().stream().map(presentation::labelled).distinct().toList();
    }

    /// Returns the name, version and fingerprint of this definition.
    public MachineRef ref() {
        return new MachineRef(name, version, fingerprint());
    }

    /// Returns 12 hexadecimal digits that change with the structure: states, kinds and edges.
    public String fingerprint() {
        return Fingerprint.of(this);
    }

    /// Returns the names of all states, in order.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (State each : states) names.add(each.name());
        return names;
    }

    private IllegalArgumentException missing(String state) {
        return new IllegalArgumentException(
                "machine %s v%d has no state '%s' (has: %s)"
                        .formatted(name, version, state, String.join(", ", names())));
    }

    /// The policies for the runs of a machine; a start can override the uniqueness.
    public record Policies(ChildPolicy children, Merge merge, Uniqueness uniqueness) {}

    /// The policy of a machine's cleanup; `always` means after success too.
    public record Cleanup(Retry retry, @Nullable Duration timeout, boolean always) {}

    /// A transition from one state to another; the label names its trigger, and is empty for the
    /// next state.
    public record Edge(String from, String to, String label) {
        /// The place outside the machine, as diagrams show it: before the first state and after an
        /// end.
        public static final String OUTSIDE = "[*]";
    }
}

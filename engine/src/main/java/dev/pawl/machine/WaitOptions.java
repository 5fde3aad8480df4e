package dev.pawl.machine;

import dev.pawl.machine.json.SealedTypes;
import dev.pawl.run.Transitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What ends a wait, set in the lambda that declares it.
public final class WaitOptions {
    private final List<State.Trigger> triggers = new ArrayList<>();
    private final List<String> formerNames = new ArrayList<>();
    private final List<Class<?>> events = new ArrayList<>();
    private final String name;
    private final PresentationBuilder presentation;
    private State.@Nullable Timer timer;
    private State.@Nullable Joined joined;

    WaitOptions(String name, PresentationBuilder presentation) {
        this.name = name;
        this.presentation = presentation;
    }

    /// Goes to `target` on an event. A sealed type stands for every event that it permits.
    public WaitOptions on(Class<?> event, String target) {
        for (Class<?> leaf : SealedTypes.leaves(event)) {
            triggers.add(new State.Trigger(Machine.eventName(leaf), target));
        }
        events.add(event);
        return this;
    }

    /// Goes to `target` on an event.
    public WaitOptions on(Class<?> event, Enum<?> target) {
        return on(event, StateName.of(target));
    }

    /// Goes to `target` after this time, counted from the entry into the wait.
    public WaitOptions after(Duration time, String target) {
        timer = new State.Timer(time, target);
        return this;
    }

    /// Goes to `target` after this time, counted from the entry into the wait.
    public WaitOptions after(Duration time, Enum<?> target) {
        return after(time, StateName.of(target));
    }

    /// Goes to `target` when enough children have ended.
    public WaitOptions children(Join join, String target) {
        joined = new State.Joined(join, target);
        return this;
    }

    /// Goes to `target` when enough children have ended.
    public WaitOptions children(Join join, Enum<?> target) {
        return children(join, StateName.of(target));
    }

    /// Declares the name that this state had in an earlier version.
    public WaitOptions formerly(String state) {
        formerNames.add(state);
        return this;
    }

    /// Draws every transition to `target` with this label.
    public WaitOptions labelled(String target, String text) {
        presentation.label(name, target, text);
        return this;
    }

    /// Draws every transition to `target` with this label.
    public WaitOptions labelled(Enum<?> target, String text) {
        return labelled(StateName.of(target), text);
    }

    /// Draws a lifecycle inside the wait, which the children that it waits for follow.
    public WaitOptions contains(Transitions<?, ?> table) {
        presentation.contain(name, table);
        return this;
    }

    State.Wait state() {
        return new State.Wait(name, triggers, timer, joined);
    }

    List<Class<?>> events() {
        return events;
    }

    List<String> formerNames() {
        return formerNames;
    }
}

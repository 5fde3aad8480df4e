package dev.pawl.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ways out of a wait, set in the lambda that declares it.
public final class WaitOptions {
    private final List<State.Trigger> triggers = new ArrayList<>();
    private final List<String> formerNames = new ArrayList<>();
    private final List<Class<?>> events = new ArrayList<>();
    private State.@Nullable Timer timer;
    private State.@Nullable Joined joined;

    WaitOptions() {}

    /// Declares that an event leads to `target`; of a sealed type, every event that it permits.
    public WaitOptions on(Class<?> event, String target) {
        for (Class<?> leaf : SealedTypes.leaves(event)) {
            triggers.add(new State.Trigger(Machine.eventName(leaf), target));
        }
        events.add(event);
        return this;
    }

    /// Declares that the wait is left for `target` after this time.
    public WaitOptions after(Duration time, String target) {
        timer = new State.Timer(time, target);
        return this;
    }

    /// Declares that the wait is left for `target` when enough children have ended.
    public WaitOptions children(Join join, String target) {
        joined = new State.Joined(join, target);
        return this;
    }

    /// Names what this state was called in an earlier version.
    public WaitOptions formerly(String state) {
        formerNames.add(state);
        return this;
    }

    State.Wait state(String name) {
        return new State.Wait(name, triggers, timer, joined);
    }

    List<Class<?>> events() {
        return events;
    }

    List<String> formerNames() {
        return formerNames;
    }
}

package dev.pawl.machine;

import dev.pawl.run.PermitNeed;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node of a machine, as data: a step does work, a wait waits, an end ends.
public sealed interface State {
    String name();

    /// Returns the events that lead on from this state.
    default List<Trigger> accepts() {
        return switch (this) {
            case Step step -> step.interrupts();
            case Wait wait -> wait.triggers();
            case End _ -> List.of();
        };
    }

    /// A state whose body does work.
    ///
    /// `jumps` are the states that its outcomes may go to besides the next one; `interrupts` are
    /// the events that stop its body.
    record Step(
            String name,
            Retry retry,
            @Nullable Duration timeout,
            Recovery recovery,
            List<Jump> jumps,
            List<Trigger> interrupts,
            @Nullable Permits permits,
            boolean finishes)
            implements State {
        public Step {
            jumps = List.copyOf(jumps);
            interrupts = List.copyOf(interrupts);
        }
    }

    /// A state that is left by an event, by time, or when children have ended.
    record Wait(String name, List<Trigger> triggers, @Nullable Timer timer, @Nullable Joined joined)
            implements State {
        public Wait {
            triggers = List.copyOf(triggers);
        }
    }

    /// A state that a completed run rests in.
    record End(String name) implements State {}

    /// A declared way from a step to `target`, which a run takes at most `timesMax` times.
    record Jump(String target, int timesMax) {
        /// No bound was given: legal forwards only.
        public static final int UNSAID = 0;

        /// Somebody said that there is no bound.
        public static final int UNBOUNDED = Integer.MAX_VALUE;
    }

    /// An event, by name, that leads to `target`.
    record Trigger(String event, String target) {}

    /// A time after which a wait goes to `target`.
    record Timer(Duration after, String target) {}

    /// Children whose end leads to `target`.
    record Joined(Join join, String target) {}

    /// Permits that a step holds while it is in its state.
    record Permits(String pool, int count) {
        /// Returns them as a run records them.
        public PermitNeed need() {
            return new PermitNeed(pool, count);
        }
    }
}

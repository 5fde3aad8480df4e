package dev.pawl.machine;

import dev.pawl.run.PermitNeed;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A state of a machine, as data: a step executes a body, a wait waits, an end ends the run.
public sealed interface State {
    String name();

    /// Returns the events that this state accepts.
    default List<Trigger> accepts() {
        return switch (this) {
            case Step step -> step.interrupts();
            case Wait wait -> wait.triggers();
            case End _ -> List.of();
        };
    }

    /// A state that executes a body.
    ///
    /// `jumps` are the states other than the next one that its outcomes may go to; `interrupts` are
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

        /// Returns whether every attempt fails or aborts the run, so that the step has no next
        /// state.
        public boolean alwaysFails() {
            return jumps.contains(Jump.FAILURE);
        }
    }

    /// A state that waits for an event, a timer or the end of children.
    record Wait(String name, List<Trigger> triggers, @Nullable Timer timer, @Nullable Joined joined)
            implements State {
        public Wait {
            triggers = List.copyOf(triggers);
        }
    }

    /// A state in which a run is completed.
    record End(String name) implements State {}

    /// A declared transition from a step to `target`, which a run takes at most `timesMax` times.
    record Jump(String target, int timesMax) {
        /// No limit was given, which only a jump forward allows.
        public static final int UNSPECIFIED = 0;

        /// The machine explicitly sets no limit.
        public static final int UNBOUNDED = Integer.MAX_VALUE;

        /// The only jump of a step that always fails: out of the machine. The number keeps it apart
        /// from a declared target with that name, which is a fault.
        public static final Jump FAILURE = new Jump(Definition.Edge.OUTSIDE, -1);
    }

    /// The name of an event that leads to `target`.
    record Trigger(String event, String target) {}

    /// The time after which a wait goes to `target`.
    record Timer(Duration after, String target) {}

    /// Children whose end leads to `target`.
    record Joined(Join join, String target) {}

    /// The permits that a step holds during its attempts.
    record Permits(String pool, int count) {
        /// Returns the permits as a run records them.
        public PermitNeed need() {
            return new PermitNeed(pool, count);
        }
    }
}

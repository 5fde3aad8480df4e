package dev.pawl.engine;

import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to "why is this run not moving, and when will it": causes, the nearest first.
///
/// `movesAt` is when it will move by itself, if that is known; an estimate if `isEstimate`.
public record Why(
        RunId run,
        RunStatus status,
        String state,
        List<Cause> causes,
        @Nullable Instant movesAt,
        boolean isEstimate) {
    public Why {
        causes = List.copyOf(causes);
    }

    /// Returns the answer as one sentence per cause.
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(run).append(" is ").append(status).append(" in '").append(state).append('\'');
        for (Cause cause : causes) text.append("; ").append(cause.text());
        if (movesAt != null) {
            text.append(isEstimate ? "; it should move about " : "; it moves at ");
            text.append(movesAt);
        }
        return text.toString();
    }

    /// One cause: its kind, words for people, and the run that is in the way, if one is.
    public record Cause(Kind kind, String text, @Nullable RunId blocking) {

        /// What kind of thing keeps a run.
        public enum Kind {
            /// Nothing: its body executes.
            EXECUTING,
            /// Its body is about to be executed.
            STARTING,
            /// Its body has ended, and its outcome is being recorded.
            RECORDING,
            /// Its body was asked to stop and has not.
            STUCK_BODY,
            /// Its start is delayed.
            DELAY,
            /// A run that it follows has not ended.
            PREDECESSOR,
            /// A condition of its system is not met yet.
            DEPENDENCY,
            /// All slots of its queue are held, or others come first.
            QUEUE,
            /// Its key has as many runs as its queue allows.
            KEY,
            /// Its queue has started as many runs as its rate allows.
            RATE,
            /// Its queue is paused.
            QUEUE_PAUSED,
            /// Its permits are held by others.
            PERMITS,
            /// An attempt failed.
            BACK_OFF,
            /// It waits for an event.
            EVENT,
            /// It waits for a time.
            TIMER,
            /// It waits for its children.
            CHILDREN,
            /// An operator paused it.
            PAUSED,
            /// It is parked.
            PARKED,
            /// The engine can neither move nor park it, because of an error, and keeps retrying; or
            /// a system that explains runs failed.
            ENGINE_ERROR,
            /// No engine is open on its store.
            NO_ENGINE,
            /// No machine of its name is registered.
            MISSING_DEFINITION,
            /// Live nodes have its machine in other versions only.
            OTHER_DEFINITION,
            /// Its inbox holds events that no state of its machine accepts.
            UNKNOWN_EVENT,
            /// Its deadline will end it.
            DEADLINE,
            /// It has ended.
            ENDED
        }
    }
}

package dev.pawl.run;

import java.time.Instant;

/// A message to a run. It is durable until the run has received it.
///
/// For an event, `name` is the event's name and `body` its payload; for the other kinds, the kind
/// defines `name`.
public record Message(long id, RunId to, Kind kind, String name, Payload body, Instant at) {

    /// What a message is about.
    public enum Kind {
        /// An event of the application.
        EVENT,
        /// A child ended; `name` is its status.
        CHILD_ENDED,
        /// A predecessor ended; `name` is its status.
        PREDECESSOR_ENDED,
        /// The parent ended and cancels this run; `name` is the parent's id.
        PARENT_ENDED,
        /// An operator moves the run to the state `name` when its body has stopped.
        GO_TO,
        /// A child continues as another run, which is a child too; `name` is its id.
        CHILD_STARTED,
        /// The run of the same key that this one queues behind ended before it started; `name` is
        /// the run that it queued behind itself.
        PREDECESSOR_LEFT
    }
}

package dev.pawl.run;

import java.time.Instant;

/// Something sent to a run, durable until the run has taken it in.
///
/// For an event `name` is the event's name and `body` its payload; between runs `name` is the
/// sender's id or status as the kind says.
public record Mail(long id, RunId to, Kind kind, String name, Payload body, Instant at) {

    /// What a piece of mail is about.
    public enum Kind {
        /// An event of the user's.
        EVENT,
        /// A child ended; `name` is its status.
        CHILD_ENDED,
        /// The run that this one follows ended; `name` is its status.
        PREDECESSOR_ENDED,
        /// The parent ended and takes this run along; `name` is the parent's id.
        PARENT_ENDED,
        /// An operator sends the run to the state `name` once its body has stopped.
        GO_TO,
        /// A child goes on in another run, which is a child too; `name` is that one's id.
        CHILD_STARTED,
        /// The run of the same key that this one stands behind ended before its own turn came;
        /// `name` is the run that it stood behind itself.
        PREDECESSOR_LEFT
    }
}

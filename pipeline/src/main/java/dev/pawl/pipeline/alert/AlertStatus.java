package dev.pawl.pipeline.alert;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An alert and its status, by channel.
///
/// @param deliveries empty if no channel gets alerts of this severity, or until the engine has
///   routed the alert
public record AlertStatus(
        RunId id,
        Alert alert,
        State state,
        Instant created,
        @Nullable Instant ended,
        List<Delivery> deliveries) {
    public AlertStatus {
        deliveries = List.copyOf(deliveries);
    }

    /// How far an alert or one of its deliveries is.
    public enum State {
        /// It is being delivered, or waits for the next attempt.
        PENDING,
        /// Every channel has delivered it.
        DELIVERED,
        /// A channel refused it, or has used up its retries.
        FAILED,
        /// An operator cancelled it.
        CANCELLED
    }

    /// The delivery by one channel: the attempts so far, the last error if there was one, when the
    /// next attempt starts if it waits for one, and when it ended. `detail` is what the receiver
    /// answered or what the delivery waits for.
    public record Delivery(
            RunId id,
            String channel,
            State state,
            int attempts,
            @Nullable String lastError,
            @Nullable Instant nextAttempt,
            @Nullable Instant ended,
            @Nullable String detail) {}
}

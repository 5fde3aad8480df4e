package dev.pawl.pipeline.alert;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A way to reach people; applications may implement their own.
///
/// `deliver` is called on a thread of its own, again after a failure or a crash, and by several
/// threads for several alerts. It must end when its thread is interrupted.
public interface AlertChannel {

    /// Returns the name, under which the status of a delivery is shown.
    String name();

    /// Delivers a message. Whatever it throws is a temporary failure.
    Result deliver(AlertMessage message) throws Exception;

    /// The result of a delivery.
    sealed interface Result {}

    /// The receiver has it; `detail` is what it answered.
    record Delivered(String detail) implements Result {}

    /// The receiver refuses it, and asking again cannot help.
    record Rejected(String reason) implements Result {}

    /// The receiver may accept it later, after the given time if it named one. `reached` are the
    /// recipients that have the message.
    record Deferred(@Nullable Duration after, String reason, Set<String> reached)
            implements Result {
        public Deferred {
            reached = Set.copyOf(reached);
        }
    }
}

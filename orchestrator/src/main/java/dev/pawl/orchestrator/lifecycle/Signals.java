package dev.pawl.orchestrator.lifecycle;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import java.util.Optional;

/// The signals that runs of the two lifecycles receive.
public final class Signals {
    private Signals() {}

    /// Returns the signal that moved the run to its current state, if it is of this type.
    public static <E> Optional<E> last(Run run, Class<E> type) {
        Message message = run.data().event();
        return message == null || !message.name().equals(Machine.eventName(type))
                ? Optional.empty()
                : Optional.of(JsonCodec.JSON.decode(message.body(), type));
    }

    /// Start.
    public record Start() {}

    /// Permits to work with have been granted.
    public record QuotaGranted(int permits) {}

    /// The last permit is gone.
    public record QuotaRevoked(int permits, String reason) {}

    /// Pause until `Resume`.
    public record Pause(String by, String reason) {}

    /// Resume after `Pause`.
    public record Resume(String by) {}

    /// End.
    public record Stop(String by, String reason) {}

    /// The first provider has started.
    public record FirstStarted(String provider) {}

    /// Every requested provider has ended.
    public record AllCompleted(String words) {}

    /// A provider has started again.
    public record Restarted(String provider) {}

    /// Take all permits back, then end.
    public record Drain(String by, String reason) {}
}

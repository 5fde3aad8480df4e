package dev.pawl.orchestrator.lifecycle;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /// Returns ` by ACTOR`, or nothing if the actor is not known.
    static String by(@Nullable String actor) {
        return actor == null ? "" : " by " + actor;
    }

    /// Returns `: REASON`, or nothing if there is none.
    static String because(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "" : ": " + reason;
    }

    /// Start.
    public record Start() {}

    /// Permits to work with have been granted.
    public record QuotaGranted(int permits) {}

    /// The last permit is gone.
    public record QuotaRevoked(int permits, String reason) {}

    /// Pause until `Resume`.
    public record Pause(@Nullable String by, @Nullable String reason) {}

    /// Resume after `Pause`.
    public record Resume(@Nullable String by) {}

    /// End.
    public record Stop(@Nullable String by, @Nullable String reason) {}

    /// The first provider has started.
    public record FirstStarted(String provider) {}

    /// Every requested provider has ended.
    public record AllCompleted(String words) {}

    /// A provider has started again.
    public record Restarted(String provider) {}

    /// Take all permits back, then end.
    public record Drain(@Nullable String by, @Nullable String reason) {}
}

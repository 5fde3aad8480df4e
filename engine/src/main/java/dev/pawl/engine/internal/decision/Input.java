package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Command;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Failure;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that can happen to a run.
public sealed interface Input {

    /// The body answered. `response` is already merged, `context` encoded; `launches` are the
    /// starts that the outcome asked for, of children and of others, `undelivered` the events that
    /// can reach no run.
    record Answered(
            Outcome<Payload> outcome,
            @Nullable Payload response,
            @Nullable Payload context,
            List<Message> messages,
            List<Undelivered> undelivered,
            List<Launch> launches)
            implements Input {}

    /// An event of an outcome that reaches no run, and why.
    record Undelivered(RunId to, String event, String reason) {}

    /// The body threw.
    record Threw(Failure failure, Severity severity) implements Input {}

    /// The body was stopped because its attempt took too long.
    record TimedOut(Failure failure) implements Input {}

    /// The body was stopped because its permits were taken back.
    record Revoked(String pool) implements Input {}

    /// A result was recorded inside the body.
    record Recorded(String name, Payload value) implements Input {}

    /// Its time has come: a timer or the deadline. The clock has shown `at`, and may have gone back
    /// since.
    record Due(Instant at) implements Input {}

    /// What follows the run is ready to be started with its completion.
    record Followable(List<Launch> next) implements Input {}

    /// Its queue has a slot for it.
    record Admitted() implements Input {}

    /// Permits of a pool are there, so many for each of these runs.
    record Granted(String pool, Map<RunId, Integer> counts) implements Input {
        public static Granted of(RunId run, PermitNeed need) {
            return new Granted(need.pool(), Map.of(run, need.count()));
        }

        /// Returns whether they are what a run waits for: it may wait for others by now.
        public boolean meets(Run run) {
            PermitNeed need = run.condition().permits();
            return run.status() == RunStatus.ACQUIRING
                    && need != null
                    && need.pool().equals(pool)
                    && counts.getOrDefault(run.id(), 0) == need.count();
        }
    }

    /// An event arrived. One that no state accepts is refused, unless another definition of the
    /// machine is known to accept it.
    record Received(Message message, boolean isKnown) implements Input {
        public Received(Message message) {
            this(message, false);
        }
    }

    /// An event arrived that counts now or not at all.
    record Offered(Message message) implements Input {}

    /// A message of another run arrived: an event, or the end of a child, predecessor or parent.
    record Delivered(Message message) implements Input {}

    /// The engine found that a predecessor had ended before this run was registered with it. The
    /// message is not in the store.
    record Learnt(Message message) implements Input {}

    /// The engine found that the run `left`, which this one waits for, had ended while it waited
    /// for the run `ahead` itself.
    record Behind(String left, String ahead) implements Input {}

    /// Another run waits for the end of this one. Whether one does is recorded once; where nodes
    /// share the store, `each` of them is, so that a node that ends this run meanwhile finds out.
    record Followed(String follower, boolean each) implements Input {}

    /// A caller starts a child of this run.
    record ChildStarted(Launch child) implements Input {}

    /// The engine recovers the run after a restart.
    record Reclaimed(boolean crashed) implements Input {}

    /// The run continues under another definition.
    record Adopted() implements Input {}

    /// The run cannot continue.
    record Park(String reason) implements Input {}

    /// The task that executed the run failed before it could record the outcome of the attempt.
    record Abandoned(String reason) implements Input {}

    /// The reason for which the run was parked is gone.
    record Unpark() implements Input {}

    /// An operator's command.
    record Ordered(Command command, String actor, String reason) implements Input {}

    /// How bad a thrown error is.
    enum Severity {
        RETRY,
        BUG,
        ABORT,
        FAIL
    }

    /// Returns the status as which the sender of a message ended.
    static RunStatus status(Message message) {
        return RunStatus.valueOf(message.name());
    }
}

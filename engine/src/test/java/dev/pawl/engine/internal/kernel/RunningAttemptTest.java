package dev.pawl.engine.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.decision.DecisionTable;
import dev.pawl.engine.internal.kernel.RunningAttempt.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Interruptions reach a body, and nothing after it.
final class RunningAttemptTest {
    private final List<String> seen = new ArrayList<>();
    private final RunningAttempt flight = new RunningAttempt(new Notes(), DecisionTable.any());
    private final Host.Task task =
            () -> seen.add("interrupted" + (Thread.holdsLock(flight) ? " under the lock" : ""));

    @Test
    void aBodyIsInterruptedOnceAndWithoutALock() {
        flight.carriedBy(task);
        assertThat(flight.start()).isTrue();
        flight.stop(Cause.TIMEOUT, Instant.EPOCH);
        flight.stop(Cause.DECISION, Instant.EPOCH);
        assertThat(flight.end()).isEqualTo(Cause.TIMEOUT);
        flight.stop(Cause.REVOKED, Instant.EPOCH);
        assertThat(seen).containsExactly("interrupted");
    }

    @Test
    void aBodyThatStartedBeforeItsTaskIsKnownIsInterruptedThen() {
        assertThat(flight.start()).isTrue();
        flight.stop(Cause.DECISION, Instant.EPOCH);
        assertThat(seen).isEmpty();
        flight.carriedBy(task);
        assertThat(seen).containsExactly("interrupted");
    }

    @Test
    void aBodyThatWasStoppedBeforeDoesNotStart() {
        flight.carriedBy(task);
        flight.stop(Cause.DECISION, Instant.EPOCH);
        assertThat(flight.start()).isFalse();
        assertThat(flight.end()).isEqualTo(Cause.DECISION);
        assertThat(seen).isEmpty();
    }

    @Test
    void theEndOfABodyWaitsForAnInterruptionThatIsOnItsWay() {
        flight.carriedBy(() -> {
            seen.add("ends as " + flight.end());
            task.interrupt();
        });
        assertThat(flight.start()).isTrue();
        flight.stop(Cause.CLOSING, Instant.EPOCH);
        assertThat(seen).containsExactly("waits", "ends as CLOSING", "interrupted", "raises");
    }

    /// Notes who waits for whom; its waits are over at once.
    private final class Notes implements Host {
        @Override
        public Instant now() {
            return Instant.EPOCH;
        }

        @Override
        public RandomGenerator random() {
            return RandomGenerator.getDefault();
        }

        @Override
        public Task start(String name, Runnable body) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public boolean await(Signal signal, Instant until) {
            return seen.add("waits");
        }

        @Override
        public void raise(Signal signal) {
            seen.add("raises");
        }
    }
}

package dev.pawl.orchestrator.lifecycle;

import dev.pawl.run.Run;
import dev.pawl.run.Transitions;
import org.jspecify.annotations.Nullable;

/// The states of a provider.
public enum ProviderState {
    /// Not started.
    IDLE,
    /// Waits for permits from the broker.
    ACQUIRING,
    /// Processes items under permits.
    RUNNING,
    /// Has lost its last permit, and asks again after a delay.
    WAITING_QUOTA,
    /// Waits because its source is limited.
    WAITING_BACKOFF,
    /// Paused by a user, or by its error budget.
    PAUSED,
    /// Completed, stopped or failed.
    TERMINATED;

    /// The name of the machine with these states.
    public static final String MACHINE = "provider";

    /// Every transition.
    public static final Transitions<ProviderState, Verb> TABLE =
            Transitions.<ProviderState, Verb>table()
                    .edge(IDLE, Verb.START, ACQUIRING)
                    .edge(ACQUIRING, Verb.GRANT, RUNNING)
                    .edge(ACQUIRING, Verb.PAUSE, PAUSED)
                    .edge(ACQUIRING, Verb.STOP, TERMINATED)
                    .edge(RUNNING, Verb.REVOKE, WAITING_QUOTA)
                    .edge(RUNNING, Verb.LIMIT, WAITING_BACKOFF)
                    .edge(RUNNING, Verb.PAUSE, PAUSED)
                    .edge(RUNNING, Verb.STOP, TERMINATED)
                    .edge(WAITING_QUOTA, Verb.RETRY, ACQUIRING)
                    .edge(WAITING_QUOTA, Verb.STOP, TERMINATED)
                    .edge(WAITING_BACKOFF, Verb.RETRY, ACQUIRING)
                    .edge(WAITING_BACKOFF, Verb.STOP, TERMINATED)
                    .edge(PAUSED, Verb.RESUME, ACQUIRING)
                    .edge(PAUSED, Verb.STOP, TERMINATED)
                    .build();

    /// Returns the state of a provider whose last run is this one; without a run it is IDLE.
    public static ProviderState of(@Nullable Run run) {
        if (run == null) return IDLE;
        return run.status().isEnd() ? TERMINATED : valueOf(run.state());
    }

    /// Returns whether the provider works or will do so without a user: it is neither idle, paused
    /// nor terminated.
    public boolean isActive() {
        return switch (this) {
            case ACQUIRING, RUNNING, WAITING_QUOTA, WAITING_BACKOFF -> true;
            case IDLE, PAUSED, TERMINATED -> false;
        };
    }

    /// The triggers of transitions.
    public enum Verb {
        /// `Start()`
        START,
        /// `OnQuotaGranted(n)`
        GRANT,
        /// `OnQuotaRevoked(n)`, of the last permit
        REVOKE,
        /// `OnRateLimited(duration)`
        LIMIT,
        /// `Pause()`
        PAUSE,
        /// `Resume()`
        RESUME,
        /// After a delay, without a signal
        RETRY,
        /// `Stop()`, or nothing is left to do
        STOP
    }
}

package dev.pawl.orchestrator.lifecycle;

import dev.pawl.run.Transitions;

/// Where a provider is.
public enum ProviderState {
    /// Not executing, waiting for work.
    IDLE,
    /// Asks the broker for permits.
    ACQUIRING,
    /// Processes items, holding permits.
    RUNNING,
    /// The broker took its last permit; it will ask again.
    WAITING_QUOTA,
    /// Its source asked it to wait.
    WAITING_BACKOFF,
    /// A person paused it.
    PAUSED,
    /// Completed, stopped or failed.
    TERMINATED;

    /// What moves a provider from where to where.
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

    /// Returns whether it is at work or waits to be: neither idle, nor paused, nor over.
    public boolean isActive() {
        return switch (this) {
            case ACQUIRING, RUNNING, WAITING_QUOTA, WAITING_BACKOFF -> true;
            case IDLE, PAUSED, TERMINATED -> false;
        };
    }

    /// What moves a provider.
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
        /// By itself, after a while
        RETRY,
        /// `Stop()`, or there is nothing left to do
        STOP
    }
}

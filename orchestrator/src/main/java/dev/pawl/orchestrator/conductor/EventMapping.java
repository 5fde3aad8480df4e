package dev.pawl.orchestrator.conductor;

import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.util.Optional;

/// Maps a change of a provider's state to its event: a pure function.
///
/// Quota events and checkpoints come from elsewhere: from permits, and from rows that a batch
/// wrote.
final class EventMapping {
    private EventMapping() {}

    static Optional<ProviderEvent.Type> typeOf(
            ProviderState from, ProviderState to, boolean completed) {
        if (from == to) return Optional.empty();
        return switch (to) {
            case ACQUIRING ->
                    switch (from) {
                        case IDLE -> Optional.of(ProviderEvent.Type.PROVIDER_STARTED);
                        case PAUSED -> Optional.of(ProviderEvent.Type.PROVIDER_RESUMED);
                        default -> Optional.empty();
                    };
            case PAUSED -> Optional.of(ProviderEvent.Type.PROVIDER_PAUSED);
            case WAITING_BACKOFF -> Optional.of(ProviderEvent.Type.RATE_LIMITED);
            case TERMINATED ->
                    Optional.of(
                            completed
                                    ? ProviderEvent.Type.PROVIDER_COMPLETED
                                    : ProviderEvent.Type.PROVIDER_FAILED);
            case IDLE, RUNNING, WAITING_QUOTA -> Optional.empty();
        };
    }
}

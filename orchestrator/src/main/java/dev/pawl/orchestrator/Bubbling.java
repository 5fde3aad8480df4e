package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.util.Optional;

/// Which event a change of a provider's state is: a pure function.
///
/// The events about permits and the checkpoints are told by other facts: leases, and rows that came
/// with a batch.
final class Bubbling {
    private Bubbling() {}

    static Optional<Event.Type> typeOf(ProviderState from, ProviderState to, boolean completed) {
        if (from == to) return Optional.empty();
        return switch (to) {
            case ACQUIRING ->
                    switch (from) {
                        case IDLE -> Optional.of(Event.Type.PROVIDER_STARTED);
                        case PAUSED -> Optional.of(Event.Type.PROVIDER_RESUMED);
                        default -> Optional.empty();
                    };
            case PAUSED -> Optional.of(Event.Type.PROVIDER_PAUSED);
            case WAITING_BACKOFF -> Optional.of(Event.Type.RATE_LIMITED);
            case TERMINATED ->
                    Optional.of(
                            completed ? Event.Type.PROVIDER_COMPLETED : Event.Type.PROVIDER_FAILED);
            case IDLE, RUNNING, WAITING_QUOTA -> Optional.empty();
        };
    }
}

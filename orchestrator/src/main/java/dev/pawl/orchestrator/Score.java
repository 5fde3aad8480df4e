package dev.pawl.orchestrator;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.broker.Pressure;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// What the conductor remembers from turn to turn, durable with the events that it told.
///
/// @param position how far it has read the engine's log
/// @param events the number of the last event that it told
/// @param audits the number of the last entry about permits
/// @param parts what it knows of each provider
/// @param leases what it knows of each permit, by holder
record Score(
        long position,
        long events,
        long audits,
        Map<String, Part> parts,
        Map<String, Permit> leases,
        Pressure pressure) {

    Score {
        parts = new TreeMap<>(parts);
        leases = new TreeMap<>(leases);
    }

    static Score begin(int total) {
        return new Score(0, 0, 0, Map.of(), Map.of(), Pressure.none(total));
    }

    static Score read(String json) {
        return JsonCodec.JSON.decode(Payload.of(json), Score.class);
    }

    /// What is known of a provider.
    ///
    /// @param run its last run
    /// @param entry the number of the last entry of that run's history that was read
    /// @param items how many items its last checkpoint counted
    /// @param since when it came into its state
    record Part(String run, ProviderState state, long entry, long items, Instant since) {}

    /// What is known of a permit.
    record Permit(long epoch, boolean revoked) {}
}

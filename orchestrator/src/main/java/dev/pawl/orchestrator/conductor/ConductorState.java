package dev.pawl.orchestrator.conductor;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.broker.Pressure;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the conductor remembers from step to step; it commits with the events of a step. It is
/// stored as JSON under the names of its components.
///
/// @param position the position in the engine's log up to which it has read
/// @param events the number of the last event
/// @param audits the number of the last entry of the permit audit
/// @param parts what it knows of each provider, by id
public record ConductorState(
        long position,
        long events,
        long audits,
        Map<String, KnownProvider> parts,
        Pressure pressure) {

    public ConductorState {
        parts = new TreeMap<>(parts);
    }

    /// Returns the state of a conductor that has read nothing.
    public static ConductorState initial(int total) {
        return new ConductorState(0, 0, 0, Map.of(), Pressure.none(total));
    }

    /// Returns the stored state; empty before the conductor's first commit.
    public static Optional<ConductorState> find(TableQuery tables) {
        String sql = "select score from orchestrations where id = ?";
        return tables.query(sql, row -> row.text(1), OrchestratorContext.ID).stream()
                .findFirst()
                .map(json -> JsonCodec.JSON.decode(Payload.of(json), ConductorState.class));
    }

    void write(Transaction tx, int permits, Instant now) {
        tx.update(
                "insert into orchestrations (id, score, pool_total, created_at, updated_at)"
                        + " values (?, ?, ?, ?, ?) on conflict (id) do update"
                        + " set score = excluded.score, updated_at = excluded.updated_at",
                OrchestratorContext.ID,
                JsonCodec.JSON.encode(this).text(),
                permits,
                now.toString(),
                now.toString());
    }

    /// What the conductor knows of a provider.
    ///
    /// @param run its last run
    /// @param entry the number of the last entry that was read of that run's history
    /// @param items the count of items at its last checkpoint
    /// @param since when it entered its state
    public record KnownProvider(
            String run, ProviderState state, long entry, long items, Instant since) {}
}

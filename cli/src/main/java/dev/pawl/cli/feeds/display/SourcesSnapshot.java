package dev.pawl.cli.feeds.display;

import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.MacroStats;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The state of all sources at one moment.
public record SourcesSnapshot(
        Instant at,
        Optional<MacroStats> macro,
        List<ProviderStats> providers,
        OrchestrationView.PoolStats pool) {

    public static SourcesSnapshot at(Instant now, OrchestrationView view) {
        return new SourcesSnapshot(now, view.macro(), view.providers(), view.pool());
    }

    public String state() {
        return macro.map(MacroStats::state).orElse(MacroState.BOOTSTRAPPING.name());
    }

    /// Returns the state of a source; one that never started is idle.
    public ProviderState state(SourceKind kind) {
        return find(kind).map(ProviderStats::state).orElse(ProviderState.IDLE);
    }

    Optional<ProviderStats> find(SourceKind kind) {
        return providers.stream().filter(each -> each.row().id().equals(kind.id())).findFirst();
    }

    public boolean isActive() {
        return providers.stream().anyMatch(each -> each.state().isActive());
    }

    /// Returns whether nothing will happen without an operator: every source has ended, is blocked,
    /// or was already paused when the run started.
    public boolean isOver(Set<String> paused) {
        boolean settled =
                providers.stream()
                        .noneMatch(each ->
                                each.state().isActive()
                                        || (each.row().isWanted() && !isStuck(each, paused)));
        boolean stable = state().equals(MacroState.STABILIZING.name());
        return settled && (stable || !Collections.disjoint(paused(), paused));
    }

    private static boolean isStuck(ProviderStats each, Set<String> paused) {
        return isBlocked(each) || isPaused(each, paused);
    }

    static boolean isBlocked(ProviderStats each) {
        return each.state() == ProviderState.IDLE
                && each.row().isWanted()
                && !each.blockedBy().isEmpty();
    }

    private static boolean isPaused(ProviderStats each, Set<String> paused) {
        return each.state() == ProviderState.PAUSED && paused.contains(each.row().id());
    }

    /// Returns the ids of the paused sources.
    public Set<String> paused() {
        Set<String> paused = new LinkedHashSet<>();
        for (ProviderStats each : providers) {
            if (each.state() == ProviderState.PAUSED) paused.add(each.row().id());
        }
        return paused;
    }

    static boolean isCompleted(ProviderStats each) {
        return each.state() == ProviderState.TERMINATED
                && ProviderEnd.Cause.COMPLETED.name().equals(each.row().cause());
    }
}

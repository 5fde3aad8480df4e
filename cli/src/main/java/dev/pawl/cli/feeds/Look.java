package dev.pawl.cli.feeds;

import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.MacroStats;
import dev.pawl.orchestrator.ProviderEnd;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Everything about all sources at one moment.
record Look(
        Instant at,
        Optional<MacroStats> macro,
        List<ProviderStats> providers,
        Board.PoolStats pool) {

    static Look at(Instant now, Board board) {
        return new Look(now, board.macro(), board.providers(), board.pool());
    }

    String state() {
        return macro.map(MacroStats::state).orElse(MacroState.BOOTSTRAPPING.name());
    }

    /// Returns the state of a source; one that was never heard of is idle.
    ProviderState state(SourceKind kind) {
        return find(kind).map(ProviderStats::state).orElse(ProviderState.IDLE);
    }

    Optional<ProviderStats> find(SourceKind kind) {
        return providers.stream().filter(each -> each.row().id().equals(kind.id())).findFirst();
    }

    boolean isActive() {
        return providers.stream().anyMatch(each -> each.state().isActive());
    }

    /// Returns whether nothing will happen any more, unless somebody does something about one that
    /// is blocked, or is among those that had been paused before.
    boolean isOver(Set<String> paused) {
        boolean settled =
                providers.stream()
                        .noneMatch(each ->
                                each.state().isActive()
                                        || (each.row().isWanted() && !isHeld(each, paused)));
        boolean stable = state().equals(MacroState.STABILIZING.name());
        return settled && (stable || !Collections.disjoint(paused(), paused));
    }

    private static boolean isHeld(ProviderStats each, Set<String> paused) {
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

    /// Returns the ids of those that somebody paused.
    Set<String> paused() {
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

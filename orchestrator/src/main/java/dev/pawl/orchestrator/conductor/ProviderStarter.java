package dev.pawl.orchestrator.conductor;

import dev.pawl.orchestrator.conductor.ConductorState.KnownProvider;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.AllCompleted;
import dev.pawl.orchestrator.lifecycle.Signals.FirstStarted;
import dev.pawl.orchestrator.lifecycle.Signals.Restarted;
import dev.pawl.orchestrator.lifecycle.Signals.Start;
import dev.pawl.orchestrator.tables.ProviderRow;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Starts providers whose dependencies have completed, and moves the macro lifecycle.
final class ProviderStarter {
    private final OrchestratorContext context;
    private final Map<String, KnownProvider> providers;
    private final Map<String, ProviderRow> rows = new HashMap<>();

    ProviderStarter(
            OrchestratorContext context,
            Map<String, KnownProvider> providers,
            List<ProviderRow> rows) {
        this.context = context;
        this.providers = providers;
        for (ProviderRow row : rows) this.rows.put(row.id(), row);
    }

    void startAndMove(Run macro) {
        MacroState state = MacroState.valueOf(macro.state());
        if (state == MacroState.DRAINING) return;
        for (String id : context.dependencies().startOrder()) {
            if (isPending(id) && blockers(id).isEmpty()) offer(id, new Start());
        }
        providers.entrySet().stream()
                .filter(each -> each.getValue().state().isActive())
                .map(Map.Entry::getKey)
                .findFirst()
                .ifPresentOrElse(id -> active(macro, state, id), () -> quiet(macro, state));
    }

    private void active(Run macro, MacroState state, String provider) {
        if (state == MacroState.BOOTSTRAPPING)
            context.offer(macro.id(), new FirstStarted(provider));
        if (state == MacroState.STABILIZING) context.offer(macro.id(), new Restarted(provider));
    }

    private void quiet(Run macro, MacroState state) {
        if (state == MacroState.ORCHESTRATING && isSettled()) {
            context.offer(macro.id(), new AllCompleted(""));
        }
    }

    /// Returns whether nothing more happens until a user acts, and no provider is paused.
    private boolean isSettled() {
        for (String id : context.providers().keySet()) {
            if (state(id) == ProviderState.PAUSED) return false;
            if (isPending(id) && !isStuck(id, new HashSet<>())) return false;
        }
        return true;
    }

    /// A provider is stuck if one of its dependencies has not completed and will not.
    private boolean isStuck(String id, Set<String> seen) {
        if (!seen.add(id)) return false;
        for (String other : blockers(id)) {
            boolean mayComplete = isWanted(other) || state(other) != ProviderState.TERMINATED;
            boolean idle = state(other) == ProviderState.IDLE && !isWanted(other);
            if (!mayComplete || idle || isStuck(other, seen)) return true;
        }
        return false;
    }

    private List<String> blockers(String id) {
        return context.dependencies().blockedBy(id, this::isCompleted);
    }

    private boolean isCompleted(String id) {
        ProviderRow row = rows.get(id);
        return row != null && !row.isWanted() && row.hasCompleted();
    }

    private boolean isWanted(String id) {
        ProviderRow row = rows.get(id);
        return row != null && row.isWanted();
    }

    private boolean isPending(String id) {
        return isWanted(id) && state(id) == ProviderState.IDLE;
    }

    private ProviderState state(String id) {
        KnownProvider known = providers.get(id);
        return known == null ? ProviderState.IDLE : known.state();
    }

    private void offer(String id, Object signal) {
        KnownProvider known = providers.get(id);
        if (known != null) context.offer(RunId.parse(known.run()), signal);
    }
}

package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals.AllCompleted;
import dev.pawl.orchestrator.lifecycle.Signals.FirstStarted;
import dev.pawl.orchestrator.lifecycle.Signals.Restarted;
import dev.pawl.orchestrator.lifecycle.Signals.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Starts providers whose dependencies have completed, and moves the lifecycle of the whole.
final class Directing {
    private final Workshop shop;
    private final Map<String, Score.Part> parts;
    private final Map<String, ProviderRow> rows = new HashMap<>();

    Directing(Workshop shop, Map<String, Score.Part> parts, List<ProviderRow> rows) {
        this.shop = shop;
        this.parts = parts;
        for (ProviderRow row : rows) this.rows.put(row.id(), row);
    }

    void direct(Run macro) {
        MacroState state = MacroState.valueOf(macro.state());
        if (state == MacroState.DRAINING) return;
        for (String id : shop.dependencies().startOrder()) {
            boolean waits = isWanted(id) && state(id) == ProviderState.IDLE;
            if (waits && blockers(id).isEmpty()) offer(id, new Start());
        }
        parts.entrySet().stream()
                .filter(each -> each.getValue().state().isActive())
                .map(Map.Entry::getKey)
                .findFirst()
                .ifPresentOrElse(id -> active(macro, state, id), () -> quiet(macro, state));
    }

    private void active(Run macro, MacroState state, String provider) {
        if (state == MacroState.BOOTSTRAPPING) shop.offer(macro.id(), new FirstStarted(provider));
        if (state == MacroState.STABILIZING) shop.offer(macro.id(), new Restarted(provider));
    }

    private void quiet(Run macro, MacroState state) {
        if (state == MacroState.ORCHESTRATING && isSettled()) {
            shop.offer(macro.id(), new AllCompleted(""));
        }
    }

    /// Returns whether nothing will happen by itself any more, and nobody holds anything up.
    private boolean isSettled() {
        for (String id : shop.providers().keySet()) {
            if (state(id) == ProviderState.PAUSED) return false;
            boolean waits = isWanted(id) && state(id) == ProviderState.IDLE;
            if (waits && !isStuck(id, new HashSet<>())) return false;
        }
        return true;
    }

    /// A provider is stuck if one that it depends on did not complete and is not going to.
    private boolean isStuck(String id, Set<String> seen) {
        if (!seen.add(id)) return false;
        for (String other : blockers(id)) {
            boolean goesOn = isWanted(other) || state(other) != ProviderState.TERMINATED;
            boolean idle = state(other) == ProviderState.IDLE && !isWanted(other);
            if (!goesOn || idle || isStuck(other, seen)) return true;
        }
        return false;
    }

    private List<String> blockers(String id) {
        return shop.dependencies().blockedBy(id, this::isCompleted);
    }

    private boolean isCompleted(String id) {
        ProviderRow row = rows.get(id);
        if (row == null || row.isWanted()) return false;
        ProviderEnd end = row.end();
        return end != null && end.cause() == ProviderEnd.Cause.COMPLETED;
    }

    private boolean isWanted(String id) {
        ProviderRow row = rows.get(id);
        return row != null && row.isWanted();
    }

    private ProviderState state(String id) {
        Score.Part part = parts.get(id);
        return part == null ? ProviderState.IDLE : part.state();
    }

    private void offer(String id, Object signal) {
        Score.Part part = parts.get(id);
        if (part != null) shop.offer(RunId.parse(part.run()), signal);
    }
}

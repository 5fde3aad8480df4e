package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderPause;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals;
import dev.pawl.run.Run;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Why providers do not progress, as sentences for the view, the commands and `why`.
final class WaitReasons {
    private final OrchestrationView.PoolStats pool;
    private final @Nullable Run macro;

    WaitReasons(OrchestrationView.PoolStats pool, @Nullable Run macro) {
        this.pool = pool;
        this.macro = macro;
    }

    ProviderWait of(ProviderStats.Row row, @Nullable Run run, List<String> blockers) {
        if (run == null) return new ProviderWait(blockers, idle(row, blockers), null, null);
        ProviderPause pause = ProviderPause.of(run).orElse(null);
        String words =
                switch (ProviderState.of(run)) {
                    case IDLE -> idle(row, blockers);
                    case ACQUIRING -> "waits for permits" + shortage();
                    case RUNNING -> run.progress().waitsFor().orElse("");
                    case WAITING_QUOTA -> "lost its permits" + revocation(run);
                    case WAITING_BACKOFF -> row.detail();
                    case PAUSED -> pause == null ? overBudget(row) : pause.words();
                    case TERMINATED -> "";
                };
        return new ProviderWait(blockers, words, run.wake().orElse(null), pause);
    }

    int permits(String provider) {
        return pool.held().getOrDefault(provider, 0);
    }

    private static String idle(ProviderStats.Row row, List<String> blockers) {
        if (!row.isWanted()) return "not started";
        return blockers.isEmpty() ? "" : "blocked by " + String.join(", ", blockers);
    }

    /// Returns why no permit is free.
    private String shortage() {
        if (macro == null) return "";
        if (macro.status().isEnd()) return ": the orchestration is drained; start it again";
        if (macro.state().equals(MacroState.DRAINING.name()))
            return ": the orchestration is draining";
        if (pool.frozen()) return ": they are frozen";
        Map<String, Integer> held = pool.held();
        int total = held.values().stream().mapToInt(Integer::intValue).sum();
        String holders =
                held.entrySet().stream()
                        .map(each -> "%s %d".formatted(each.getKey(), each.getValue()))
                        .collect(
                                Collectors.joining(
                                        ", ", total == 0 ? "" : " (", total == 0 ? "" : ")"));
        return ": %d of %d are held%s".formatted(total, pool.capacity(), holders);
    }

    private static String revocation(Run run) {
        return Signals.last(run, Signals.QuotaRevoked.class)
                .map(each -> ": " + each.reason())
                .orElse("");
    }

    /// Too many of its items were bad.
    private static String overBudget(ProviderStats.Row row) {
        return row.detail().isEmpty() ? "paused" : "paused: " + row.detail();
    }
}

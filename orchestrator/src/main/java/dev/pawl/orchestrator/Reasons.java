package dev.pawl.orchestrator;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Why providers do not move, in words: the board, the commands and `why` have them from here.
final class Reasons {
    private final Board.PoolStats pool;
    private final @Nullable Run macro;

    Reasons(Board.PoolStats pool, @Nullable Run macro) {
        this.pool = pool;
        this.macro = macro;
    }

    Waiting of(ProviderStats.Row row, @Nullable Run run, List<String> blockers) {
        if (run == null) return new Waiting(blockers, idle(row, blockers), null, null);
        Waiting.Pause pause = pause(run);
        String words =
                switch (ProviderStats.state(run)) {
                    case IDLE -> idle(row, blockers);
                    case ACQUIRING -> "waits for permits" + shortage();
                    case RUNNING -> run.progress().waitsFor().orElse("");
                    case WAITING_QUOTA -> "its permits were taken back" + revocation(run);
                    case WAITING_BACKOFF -> row.detail();
                    case PAUSED -> pause == null ? stopped(row) : paused(pause);
                    case TERMINATED -> "";
                };
        return new Waiting(blockers, words, run.wake().orElse(null), pause);
    }

    /// Returns who paused the provider whose run this is, and why, in words; "" if nobody did.
    static String paused(Run run) {
        Waiting.Pause pause = pause(run);
        return pause == null ? "" : paused(pause);
    }

    int permits(String provider) {
        return pool.held().getOrDefault(provider, 0);
    }

    private static String idle(ProviderStats.Row row, List<String> blockers) {
        if (!row.isWanted()) return "not started";
        return blockers.isEmpty() ? "" : "blocked by " + String.join(", ", blockers);
    }

    /// Returns why there are no permits for it.
    private String shortage() {
        if (macro == null) return "";
        if (macro.status().isEnd()) return ": everything is drained until it is begun again";
        if (macro.state().equals(MacroState.DRAINING.name())) return ": everything drains";
        if (pool.frozen()) return ": none is given or taken, they are frozen";
        Map<String, Integer> held = pool.held();
        int out = held.values().stream().mapToInt(Integer::intValue).sum();
        String holders =
                held.entrySet().stream()
                        .map(each -> "%s %d".formatted(each.getKey(), each.getValue()))
                        .collect(
                                Collectors.joining(
                                        ", ", out == 0 ? "" : " (", out == 0 ? "" : ")"));
        return ": %d of %d are given out%s".formatted(out, pool.capacity(), holders);
    }

    private static String revocation(Run run) {
        return event(run, Signals.QuotaRevoked.class).map(each -> ": " + each.reason()).orElse("");
    }

    /// Too many of its items were bad.
    private static String stopped(ProviderStats.Row row) {
        return row.detail().isEmpty() ? "paused" : "paused: " + row.detail();
    }

    private static String paused(Waiting.Pause pause) {
        String reason = pause.reason().isEmpty() ? "" : ": " + pause.reason();
        return "paused by %s at %s%s"
                .formatted(pause.by(), pause.at().truncatedTo(ChronoUnit.SECONDS), reason);
    }

    private static Waiting.@Nullable Pause pause(Run run) {
        if (ProviderStats.state(run) != ProviderState.PAUSED) return null;
        return event(run, Signals.Pause.class)
                .map(each -> new Waiting.Pause(each.by(), run.timing().since(), each.reason()))
                .orElse(null);
    }

    /// Returns the event that led the run to where it is, if it was one of this type.
    private static <E> Optional<E> event(Run run, Class<E> type) {
        Mail mail = run.data().event();
        return mail == null || !mail.name().equals(Machine.eventName(type))
                ? Optional.empty()
                : Optional.of(JsonCodec.JSON.decode(mail.body(), type));
    }
}

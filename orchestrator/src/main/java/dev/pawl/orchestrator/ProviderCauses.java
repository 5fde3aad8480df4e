package dev.pawl.orchestrator;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a provider does not progress, as causes for `why` of its run: the reason that the
/// [OrchestrationView] has, and for each blocking dependency its run and state.
final class ProviderCauses implements CauseProvider {
    @Override
    public List<Cause> causes(Run run, Store store) {
        String id = run.key();
        if (!run.machine().equals(ProviderState.MACHINE) || id == null) return List.of();
        OrchestrationView view =
                new OrchestrationView(
                        store::query, filter -> store.runs(filter, Page.newest(1)), List.of());
        Optional<ProviderStats> stats =
                view.provider(id).filter(each -> each.run().equals(run.id().toString()));
        return stats.map(each -> causes(each, view)).orElse(List.of());
    }

    private static List<Cause> causes(ProviderStats stats, OrchestrationView view) {
        return switch (stats.state()) {
            case IDLE -> stats.row().isWanted() ? blocked(stats, view) : List.of();
            case ACQUIRING, WAITING_QUOTA -> because(Cause.Kind.PERMITS, stats);
            case WAITING_BACKOFF -> because(Cause.Kind.BACK_OFF, stats);
            case PAUSED -> because(Cause.Kind.PAUSED, stats);
            // The engine itself knows whether the body executes, or when it retries and why.
            case RUNNING, TERMINATED -> List.of();
        };
    }

    private static List<Cause> because(Cause.Kind kind, ProviderStats stats) {
        return List.of(new Cause(kind, stats.waitsFor(), null));
    }

    private static List<Cause> blocked(ProviderStats stats, OrchestrationView view) {
        return stats.blockedBy().stream()
                .map(other -> blocked(stats.row().id(), other, view.provider(other)))
                .toList();
    }

    private static Cause blocked(String id, String other, Optional<ProviderStats> needed) {
        RunId run = needed.map(ProviderStats::run).map(ProviderCauses::parse).orElse(null);
        String name = run == null ? other : "%s (run %s)".formatted(other, run);
        String state = needed.map(ProviderCauses::standing).orElse("not in this store");
        String words = "%s is blocked by %s, which is %s".formatted(id, name, state);
        return new Cause(Cause.Kind.DEPENDENCY, words, run);
    }

    private static @Nullable RunId parse(String run) {
        return run.isEmpty() ? null : RunId.parse(run);
    }

    private static String standing(ProviderStats stats) {
        String cause = stats.row().cause();
        String words =
                switch (stats.state()) {
                    case TERMINATED ->
                            cause == null
                                    ? ""
                                    : "%s: %s"
                                            .formatted(
                                                    cause.toLowerCase(Locale.ROOT),
                                                    stats.row().detail());
                    case IDLE, PAUSED, WAITING_QUOTA, WAITING_BACKOFF, ACQUIRING, RUNNING ->
                            stats.waitsFor();
                };
        return words.isEmpty() ? stats.state().name() : "%s (%s)".formatted(stats.state(), words);
    }
}

package dev.pawl.orchestrator.lifecycle;

import dev.pawl.run.Run;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who paused a provider, when and why.
public record ProviderPause(@Nullable String by, Instant at, @Nullable String reason) {

    /// Returns the pause of a provider's run; empty unless a user paused it.
    public static Optional<ProviderPause> of(Run run) {
        boolean paused = !run.status().isEnd() && run.state().equals(ProviderState.PAUSED.name());
        if (!paused) return Optional.empty();
        return Signals.last(run, Signals.Pause.class)
                .map(each -> new ProviderPause(each.by(), run.timing().since(), each.reason()));
    }

    /// Returns the pause as a sentence.
    public String words() {
        Instant since = at.truncatedTo(ChronoUnit.SECONDS);
        return "paused%s at %s%s".formatted(Signals.by(by), since, Signals.because(reason));
    }
}

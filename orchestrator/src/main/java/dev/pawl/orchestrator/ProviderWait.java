package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.ProviderPause;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a provider does not progress.
///
/// @param blockedBy the dependencies that have not completed, if it has not started
/// @param words the reason as a sentence, the same in all outputs; "" if it progresses
/// @param until when it continues, if it waits for a time
/// @param pause who paused it, if a user did
public record ProviderWait(
        List<String> blockedBy,
        String words,
        @Nullable Instant until,
        @Nullable ProviderPause pause) {
    public ProviderWait {
        blockedBy = List.copyOf(blockedBy);
    }
}

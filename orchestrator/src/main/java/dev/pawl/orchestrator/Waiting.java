package dev.pawl.orchestrator;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a provider does not move.
///
/// @param blockedBy the providers that it cannot start before, if it has not started
/// @param words why, as it is told to people everywhere; "" if it moves
/// @param until when it goes on by itself, if it waits for a time
/// @param pause who paused it, if somebody did
public record Waiting(
        List<String> blockedBy, String words, @Nullable Instant until, @Nullable Pause pause) {
    public Waiting {
        blockedBy = List.copyOf(blockedBy);
    }

    /// That a person paused a provider.
    public record Pause(String by, Instant at, String reason) {}
}

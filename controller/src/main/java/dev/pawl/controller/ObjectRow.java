package dev.pawl.controller;

import dev.pawl.run.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A controlled object as its last decision left it.
///
/// @param decisions how many decisions there were
/// @param problem what fails, or null
public record ObjectRow(
        ObjectKey key,
        RunId run,
        long generation,
        String summary,
        long decisions,
        @Nullable Instant wakeAt,
        @Nullable String problem,
        Notes notes) {

    /// A hot loop or flapping, who holds the object and why, and when the row was written.
    public record Notes(
            @Nullable String remark,
            @Nullable String heldBy,
            @Nullable String heldReason,
            Instant updatedAt) {}
}

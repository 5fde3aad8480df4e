package dev.pawl.diamonds.canonical;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a stone comes from: canonical stone, payload, page, partition and run, and what changed
/// since. `stone` is null if the stone was never consolidated.
public record StoneLineage(
        @Nullable StoneView stone,
        RawView raw,
        PageOrigin page,
        String status,
        @Nullable String quarantine,
        @Nullable String lastSeenRun,
        List<StoneChange> changes) {

    /// The stored payload; `json` is null once it is no longer kept.
    public record RawView(
            String stoneId,
            int revision,
            String hash,
            String firstSeenAt,
            @Nullable String missingSince,
            @Nullable String json) {}
}

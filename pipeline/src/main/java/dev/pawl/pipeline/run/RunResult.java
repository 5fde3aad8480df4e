package dev.pawl.pipeline.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The result of a completed run; without `watermark` it was forced, and the watermark stays.
public record RunResult(
        UUID run,
        String feed,
        String type,
        String traceId,
        @Nullable Instant watermark,
        RunReport report) {}

package dev.pawl.pipeline.run;

import dev.pawl.pipeline.feed.Window;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a run carries from state to state. The window is fixed when the run is created, so a retry,
/// a forced and a resumed run use the same.
///
/// `missing` says which part of the feed a forced run lacks; empty if none.
public record RunContext(
        UUID run,
        String type,
        String traceId,
        Window window,
        long watermarkVersion,
        String missing,
        Phase phase,
        @Nullable Problem problem) {

    RunContext missing(@Nullable String text) {
        return new RunContext(
                run,
                type,
                traceId,
                window,
                watermarkVersion,
                text == null ? "" : text,
                phase,
                null);
    }

    RunContext in(Phase next) {
        return new RunContext(run, type, traceId, window, watermarkVersion, missing, next, problem);
    }

    RunContext failed(String reason, boolean isCritical) {
        return new RunContext(
                run,
                type,
                traceId,
                window,
                watermarkVersion,
                missing,
                phase,
                new Problem(reason, isCritical));
    }

    /// Which children a run waits for, and since when all partitions have ended.
    record Phase(Kind kind, @Nullable Instant endedAt) {
        static final Phase WORKERS = new Phase(Kind.WORKERS, null);
        static final Phase CONSOLIDATORS = new Phase(Kind.CONSOLIDATORS, null);
        static final Phase STARTING = new Phase(Kind.STARTING, null);

        static Phase ended(Instant at) {
            return new Phase(Kind.ENDED, at);
        }

        /// What a run is doing.
        enum Kind {
            WORKERS,
            /// Partitions were found that are recorded and not started.
            STARTING,
            ENDED,
            CONSOLIDATORS
        }
    }

    /// Why a run fails; critical if the watermark could not be saved.
    record Problem(String reason, boolean isCritical) {}
}

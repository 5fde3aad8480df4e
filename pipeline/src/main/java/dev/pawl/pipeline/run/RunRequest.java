package dev.pawl.pipeline.run;

import org.jspecify.annotations.Nullable;

/// A request to load a feed. Without a trace id the run's own id is used; `cause` says who or what
/// asked for it.
public record RunRequest(String feed, RunType type, @Nullable String traceId, String cause) {
    public RunRequest {
        if (feed.isBlank()) {
            throw new IllegalArgumentException("expected the name of a feed, found '" + feed + "'");
        }
    }

    /// Returns a request that loads everything.
    public static RunRequest full(String feed) {
        return new RunRequest(feed, RunType.FULL, null, "");
    }

    /// Returns a request that loads what has changed; without a watermark, everything.
    public static RunRequest incremental(String feed) {
        return new RunRequest(feed, RunType.INCREMENTAL, null, "");
    }

    /// Returns this request with a trace id, which partitions, consolidators and alerts carry too.
    public RunRequest trace(String id) {
        return new RunRequest(feed, type, id, cause);
    }

    /// Returns this request with a cause.
    public RunRequest cause(String text) {
        return new RunRequest(feed, type, traceId, text);
    }
}

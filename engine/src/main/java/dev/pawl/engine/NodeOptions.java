package dev.pawl.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How an engine takes part among the nodes that share its store: under which name, how long its
/// lease is, and how often it extends that.
record NodeOptions(@Nullable String name, Duration lease, Duration heartbeat) {
    static final NodeOptions DEFAULT =
            new NodeOptions(null, Duration.ofSeconds(30), Duration.ofSeconds(10));

    NodeOptions {
        if (!heartbeat.isPositive() || heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw new IllegalArgumentException(
                    "a lease lasts at least two heartbeats, not %s with one every %s"
                            .formatted(lease, heartbeat));
        }
    }

    NodeOptions named(String other) {
        return new NodeOptions(other, lease, heartbeat);
    }

    /// Returns the name, or one that nobody else has.
    String name(Host host) {
        if (name != null) return name;
        return "%s-%08x".formatted(host.where(), host.random().nextInt());
    }

    /// Returns the version of the engine, as its jar says it.
    static String version() {
        String version = NodeOptions.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}

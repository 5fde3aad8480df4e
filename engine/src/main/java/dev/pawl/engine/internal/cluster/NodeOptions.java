package dev.pawl.engine.internal.cluster;

import dev.pawl.engine.Host;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How an engine takes part among the nodes that share its store: under which name, how long its
/// lease is, and how often it extends that.
public record NodeOptions(@Nullable String name, Duration lease, Duration heartbeat) {
    /// A node that dies keeps its runs until its lease ends: more than a year is a mistake.
    private static final Duration LEASE_MAX = Duration.ofDays(365);

    public static final NodeOptions DEFAULT =
            new NodeOptions(null, Duration.ofSeconds(30), Duration.ofSeconds(10));

    public NodeOptions {
        if (lease.compareTo(LEASE_MAX) > 0 || heartbeat.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException(
                    "a lease lasts at most %s, not %s with a heartbeat every %s"
                            .formatted(LEASE_MAX, lease, heartbeat));
        }
        if (!heartbeat.isPositive() || heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw new IllegalArgumentException(
                    "a lease lasts at least two heartbeats, not %s with one every %s"
                            .formatted(lease, heartbeat));
        }
    }

    public NodeOptions named(String other) {
        return new NodeOptions(other, lease, heartbeat);
    }

    /// Returns the name, or a unique one.
    public String name(Host host) {
        if (name != null) return name;
        return "%s-%08x".formatted(host.where(), host.random().nextInt());
    }

    /// Returns the version of the engine, as its jar says it.
    public static String version() {
        String version = NodeOptions.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}

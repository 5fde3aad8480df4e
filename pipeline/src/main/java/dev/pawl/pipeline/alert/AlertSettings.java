package dev.pawl.pipeline.alert;

import dev.pawl.machine.Retry;
import dev.pawl.pipeline.alert.Alert.Severity;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The routes of alerts, how long a delivery is retried, and when a critical alert is escalated.
public record AlertSettings(List<AlertRoute> routes, Retry retry, Duration escalateAfter) {
    /// Retries after 10 s and then ever more rarely, up to every 30 minutes, for a day.
    public static final Retry RETRY =
            new Retry(
                            new Retry.Curve(Duration.ofSeconds(10), 2, Duration.ofMinutes(30), 0.2),
                            Retry.FOREVER,
                            Retry.FOREVER,
                            null,
                            List.of())
                    .within(Duration.ofDays(1));

    private static final Duration ESCALATE_AFTER = Duration.ofMinutes(15);

    public AlertSettings {
        routes = List.copyOf(routes);
        Objects.requireNonNull(retry, "alerts need a retry policy, found null");
        Objects.requireNonNull(escalateAfter, "alerts need a time for escalation, found null");
        if (!escalateAfter.isPositive()) {
            throw new IllegalArgumentException(
                    "expected a positive time before an escalation, found " + escalateAfter);
        }
        if (routes.stream().allMatch(AlertRoute::escalation)) {
            throw new IllegalArgumentException(
                    "expected a route that is not for escalations alone, found %s; without another"
                                    .formatted(routes.isEmpty() ? "none" : names(routes))
                            + " channel, use a LogChannel");
        }
        Set<String> seen = new HashSet<>();
        for (AlertRoute route : routes) {
            if (!seen.add(route.name())) {
                throw new IllegalArgumentException(
                        "expected channels with different names, found '%s' twice"
                                .formatted(route.name()));
            }
        }
    }

    /// Returns the default settings with these routes; those for escalations are used in order.
    public static AlertSettings of(AlertRoute... routes) {
        return new AlertSettings(List.of(routes), RETRY, ESCALATE_AFTER);
    }

    /// Returns these settings with another retry policy. Default: [#RETRY].
    public AlertSettings retrying(Retry policy) {
        return new AlertSettings(routes, policy, escalateAfter);
    }

    /// Returns these settings with another time before each escalation. Default: 15 minutes.
    public AlertSettings escalatingAfter(Duration time) {
        return new AlertSettings(routes, retry, time);
    }

    /// Returns the names of the channels that get an alert at once.
    List<String> firstChannels(Severity severity) {
        return routes.stream()
                .filter(route -> !route.escalation() && severity.isAtLeast(route.minimum()))
                .map(AlertRoute::name)
                .toList();
    }

    /// Returns the next channel for an escalation, after those that have been used.
    Optional<String> nextChannel(Severity severity, Set<String> used) {
        if (severity != Severity.CRITICAL) return Optional.empty();
        return routes.stream()
                .filter(AlertRoute::escalation)
                .map(AlertRoute::name)
                .filter(name -> !used.contains(name))
                .findFirst();
    }

    AlertRoute route(String channel) {
        return routes.stream()
                .filter(route -> route.name().equals(channel))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "expected a configured channel '%s', found only: %s"
                                        .formatted(channel, names(routes))));
    }

    private static String names(List<AlertRoute> routes) {
        return routes.stream().map(AlertRoute::name).collect(Collectors.joining(", "));
    }
}

package dev.pawl.pipeline.alert;

import dev.pawl.pipeline.alert.Alert.Severity;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which alerts a channel gets, and when.
///
/// A route for escalations gets only critical alerts that another channel has failed to deliver, or
/// has not delivered in time. Each method returns a copy with one more condition.
public record AlertRoute(
        AlertChannel channel, Severity minimum, @Nullable QuietHours quiet, boolean escalation) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public AlertRoute {
        Objects.requireNonNull(channel, "a route needs a channel, found null");
        Objects.requireNonNull(minimum, "a route needs a severity, found null");
        String name = channel.name();
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected a channel name of a to z, digits, '.', '_' and '-', found '%s'"
                            .formatted(name));
        }
    }

    /// Returns a route for all alerts, at any hour.
    public static AlertRoute to(AlertChannel channel) {
        return new AlertRoute(channel, Severity.INFO, null, false);
    }

    /// Returns this route for alerts of at least this severity.
    public AlertRoute atLeast(Severity severity) {
        return new AlertRoute(channel, severity, quiet, escalation);
    }

    /// Returns this route, where alerts that are not critical wait for the end of these hours.
    public AlertRoute outside(QuietHours hours) {
        return new AlertRoute(channel, minimum, hours, escalation);
    }

    /// Returns this route for escalations alone.
    public AlertRoute onEscalation() {
        return new AlertRoute(channel, Severity.CRITICAL, quiet, true);
    }

    String name() {
        return channel.name();
    }
}

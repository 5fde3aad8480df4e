package dev.pawl.pipeline.alert;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The machine `alert-delivery`: delivers one alert by one channel, and retries for as long as the
/// settings say.
final class DeliveryMachine {
    static final String NAME = "alert-delivery";
    static final String CHANNEL_LABEL = "channel";

    /// Longer than any channel of this package waits for its server.
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /// The longest delay that a server can ask for.
    private static final Duration DELAY_MAX = Duration.ofHours(1);

    /// A process that restarts often must not park an alert.
    private static final int CRASHES_MAX = 1_000;

    private static final double MIDDLE = 0.5;

    private final AlertSettings settings;
    private final Machine<AlertDelivery, AlertReceipt> machine;

    DeliveryMachine(AlertSettings settings) {
        this.settings = settings;
        this.machine =
                Machine.named(NAME, AlertDelivery.class, AlertReceipt.class)
                        .step(
                                "deliver",
                                this::deliver,
                                step ->
                                        step.timeout(TIMEOUT)
                                                .retry(settings.retry())
                                                .recovery(
                                                        Recovery.repeatBody()
                                                                .persists("recipients reached")
                                                                .note(
                                                                        "delivers again with the"
                                                                                + " same message id")
                                                                .crashes(CRASHES_MAX)))
                        .build();
    }

    Machine<AlertDelivery, AlertReceipt> machine() {
        return machine;
    }

    private Outcome<AlertReceipt> deliver(Attempt<AlertDelivery, AlertReceipt> attempt)
            throws Exception {
        AlertDelivery request = attempt.request();
        AlertRoute route = settings.route(request.channel());
        Optional<Duration> quiet = quiet(route, request.alert(), attempt.now());
        if (quiet.isPresent()) {
            return attempt.waitAndRepeat(quiet.get(), "quiet hours of " + request.channel());
        }
        Set<String> reached =
                attempt.context(Reached.class).map(Reached::recipients).orElse(Set.of());
        var message = new AlertMessage(request.messageId(), request.at(), request.alert(), reached);
        return switch (route.channel().deliver(message)) {
            case AlertChannel.Delivered(String detail) ->
                    attempt.next(new AlertReceipt(attempt.number(), attempt.now(), detail));
            case AlertChannel.Rejected(String reason) -> attempt.fail(reason);
            case AlertChannel.Deferred(var after, String reason, Set<String> more) ->
                    attempt.retryAfter(delay(after, attempt.number()), reason)
                            .noting(new Reached(union(reached, more)));
        };
    }

    private static Optional<Duration> quiet(AlertRoute route, Alert alert, Instant now) {
        QuietHours hours = route.quiet();
        if (hours == null || alert.severity() == Alert.Severity.CRITICAL) return Optional.empty();
        return hours.remaining(now);
    }

    /// Returns the longer of the policy's delay and the one that the server named, which is bounded
    /// because the server is not trusted.
    private Duration delay(@Nullable Duration named, int attempt) {
        Duration own = settings.retry().delay(attempt, MIDDLE);
        if (named == null || named.compareTo(own) < 0) return own;
        return named.compareTo(DELAY_MAX) > 0 ? DELAY_MAX : named;
    }

    private static Set<String> union(Set<String> some, Set<String> more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(more);
        return all;
    }

    /// The recipients that earlier attempts have reached.
    record Reached(Set<String> recipients) {
        Reached {
            recipients = Set.copyOf(recipients);
        }
    }

    /// Returns the id of the messages of an alert: the same for all channels and attempts, and
    /// another in another store.
    static String messageId(RunId alertRun, Alert alert) {
        return "alert-%s-%s".formatted(alertRun, AlertKeys.digest(alert));
    }
}

package dev.pawl.pipeline.alert;

import dev.pawl.engine.EngineOptions;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Starts durable alerts and delivers them; register it with the engine.
///
/// The step whose outcome causes an alert starts it with `launching(alerts.start(alert))`: cause
/// and alert are one commit, and the alert is delivered even if the step's run fails or is
/// cancelled.
public final class Alerts {
    /// The machine of an alert.
    public static final String NAME = "alert";

    private static final String ROUTE = "route";
    private static final String DELIVER = "deliver";
    private static final String SETTLE = "settle";
    private static final String TRACE_LABEL = "trace";

    /// The timer of an alert that nothing escalates; its deliveries end long before.
    private static final Duration NEVER = Duration.ofDays(3_650);

    private final AlertSettings settings;
    private final Machine<AlertDelivery, AlertReceipt> delivery;
    private final Machine<Alert, Void> machine;

    public Alerts(AlertSettings settings) {
        this.settings = Objects.requireNonNull(settings, "alerts need settings, found null");
        this.delivery = new DeliveryMachine(settings).machine();
        this.machine =
                Machine.named(NAME, Alert.class, Void.class)
                        .step(ROUTE, this::route)
                        .await(
                                DELIVER,
                                wait -> wait.children(Join.all(), SETTLE).after(NEVER, SETTLE))
                        .step(SETTLE, this::settle, step -> step.loopsTo(DELIVER))
                        .build();
    }

    /// Registers the machines with an engine that is about to open.
    public void register(EngineOptions options) {
        options.machines(machine, delivery);
    }

    /// Returns the machine `alert`, for documents and tests.
    public Machine<Alert, Void> machine() {
        return machine;
    }

    /// Returns a request to start an alert. An alert of the same category and key that was started
    /// before, delivered or not, is found instead.
    public Start<Alert> start(Alert alert) {
        String key = AlertKeys.of(alert);
        return machine.start(alert)
                .key(key)
                .unique(Uniqueness.ATTACH)
                .idempotency(key)
                .label(TRACE_LABEL, alert.traceId());
    }

    private Outcome<Void> route(Attempt<Alert, Void> attempt) {
        List<String> channels = settings.firstChannels(attempt.request().severity());
        List<Start<?>> deliveries = new ArrayList<>();
        for (String channel : channels) deliveries.add(delivery(attempt, channel));
        return attempt.next()
                .starting(deliveries)
                .waking(escalation(attempt, Set.copyOf(channels)));
    }

    /// Decides what follows when all deliveries have ended or the time of an escalation has come.
    private Outcome<Void> settle(Attempt<Alert, Void> attempt) {
        List<Run> deliveries = attempt.children();
        List<Run> undelivered =
                deliveries.stream().filter(run -> run.status() != RunStatus.COMPLETED).toList();
        if (undelivered.isEmpty()) return attempt.next();
        Set<String> used = deliveries.stream().map(Alerts::channel).collect(Collectors.toSet());
        Optional<String> next = settings.nextChannel(attempt.request().severity(), used);
        if (next.isPresent()) {
            used.add(next.get());
            return attempt.goTo(DELIVER)
                    .starting(delivery(attempt, next.get()))
                    .waking(escalation(attempt, used));
        }
        boolean isAllEnded = undelivered.stream().allMatch(run -> run.status().isEnd());
        if (isAllEnded) return attempt.fail("not delivered by " + reasons(undelivered));
        return attempt.goTo(DELIVER).waking(attempt.now().plus(NEVER));
    }

    private Instant escalation(Attempt<Alert, Void> attempt, Set<String> used) {
        boolean hasNext = settings.nextChannel(attempt.request().severity(), used).isPresent();
        return attempt.now().plus(hasNext ? settings.escalateAfter() : NEVER);
    }

    private Start<AlertDelivery> delivery(Attempt<Alert, Void> attempt, String channel) {
        Alert alert = attempt.request();
        String messageId = DeliveryMachine.messageId(attempt.id(), alert);
        return delivery.start(new AlertDelivery(channel, messageId, attempt.now(), alert))
                .key(attempt.id() + "/" + channel)
                .label(DeliveryMachine.CHANNEL_LABEL, channel)
                .label(TRACE_LABEL, alert.traceId());
    }

    static String channel(Run delivery) {
        return delivery.origin().labels().getOrDefault(DeliveryMachine.CHANNEL_LABEL, "");
    }

    private static String reasons(List<Run> undelivered) {
        return undelivered.stream()
                .map(run ->
                        "%s: %s"
                                .formatted(
                                        channel(run),
                                        run.failure()
                                                .map(Failure::message)
                                                .orElse(run.status().name())))
                .collect(Collectors.joining("; "));
    }
}

package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Kills the process before and after every durable write and every delivery: no alert is lost, all
/// repeats carry the same id, and the same alert is one (INV-29, D23).
class AlertCrashTest {
    private static final Alert ALERT = SampleAlerts.consolidationFailed(Severity.CRITICAL);

    private final CrashMatrix.Points points = new CrashMatrix.Points();
    private final RecordingChannel email = new RecordingChannel("email");
    private final RecordingChannel webhook = new RecordingChannel("webhook");
    private final RecordingChannel pager = new RecordingChannel("pager");
    private final Alerts alerts =
            new Alerts(
                    AlertSettings.of(
                            AlertRoute.to(email),
                            AlertRoute.to(webhook),
                            AlertRoute.to(pager).onEscalation()));

    @Test
    void noCrashLosesAnAlert() {
        email.answering(this::onceUnavailable);
        webhook.answering(_ -> {
            points.here();
            return new AlertChannel.Rejected("410 gone");
        });
        pager.answering(this::delivered);
        Machine<String, String> work =
                Machine.named("work", String.class, String.class)
                        .step("first", a -> a.next().launching(alerts.start(ALERT)))
                        .step("second", a -> a.fail("broken").launching(alerts.start(ALERT)))
                        .build();
        CrashMatrix.Summary summary =
                CrashMatrix.of(work, "x")
                        .options(alerts::register)
                        .on(SqliteStores.of(SqliteStore::open))
                        .points(points)
                        .fresh(this::clear)
                        .comparing(run ->
                                "%s %s in '%s' by %s"
                                        .formatted(
                                                run.machine(),
                                                run.status(),
                                                run.state(),
                                                Alerts.channel(run)))
                        .observing("delivered to", this::received)
                        .invariant("one id for all repeats", () -> assertThat(ids()).hasSize(1))
                        .check();

        assertThat(summary.trials()).isGreaterThan(20);
        assertThat(summary.seen()).containsEntry("delivered to", "[email, pager, webhook]");
        assertThat(summary.seen().toString())
                .contains("alert-delivery COMPLETED in 'complete' by email")
                .contains("alert-delivery FAILED in 'deliver' by webhook")
                .contains("alert-delivery COMPLETED in 'complete' by pager")
                .contains("alert FAILED in 'settle'");
    }

    private AlertChannel.Result delivered(AlertMessage message) {
        points.here();
        return new AlertChannel.Delivered(message.id());
    }

    private AlertChannel.Result onceUnavailable(AlertMessage message) throws IOException {
        if (email.messages().size() == 1) throw new IOException("down");
        return delivered(message);
    }

    private Set<String> received() {
        Set<String> names = new TreeSet<>();
        for (RecordingChannel each : Set.of(email, webhook, pager)) {
            if (!each.messages().isEmpty()) names.add(each.name());
        }
        return names;
    }

    private Set<String> ids() {
        Set<String> ids = new HashSet<>();
        for (RecordingChannel each : Set.of(email, webhook, pager)) {
            each.messages().forEach(message -> ids.add(message.id()));
        }
        return ids;
    }

    private void clear() {
        email.messages().clear();
        webhook.messages().clear();
        pager.messages().clear();
    }
}

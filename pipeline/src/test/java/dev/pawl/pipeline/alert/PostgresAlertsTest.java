package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.alert.AlertStatus.State;
import dev.pawl.run.RunId;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/// Alerts of two nodes that share a database.
class PostgresAlertsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Alert ALERT = SampleAlerts.consolidationFailed(Severity.ERROR);

    @Test
    void theSameAlertOfTwoNodesIsDeliveredOnce() throws Exception {
        RecordingChannel email = new RecordingChannel("email");
        Alerts alerts = new Alerts(AlertSettings.of(AlertRoute.to(email)));
        try (Store one = open();
                Store two = open();
                Engine first = Engine.open(one, alerts::register);
                Engine second = Engine.open(two, alerts::register)) {
            RunId id = first.start(alerts.start(ALERT));
            RunId same = second.start(alerts.start(ALERT));
            assertThat(same).isEqualTo(id);
            first.awaitEnd(id, PATIENCE);

            assertThat(email.messages()).hasSize(1);
            List<AlertStatus> found = AlertQueries.of(two).newest(10);
            assertThat(found).hasSize(1);
            assertThat(found.getFirst().state()).isEqualTo(State.DELIVERED);
            assertThat(found.getFirst().deliveries())
                    .extracting(AlertStatus.Delivery::attempts)
                    .containsExactly(1);
        }
    }

    private static Store open() {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).url(PostgresServer.USER);
        return PostgresStore.open(url, options -> options.schema("alerts"));
    }
}

package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.Command;
import dev.pawl.engine.Operators;
import dev.pawl.machine.Machine;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.alert.AlertChannel.Deferred;
import dev.pawl.pipeline.alert.AlertChannel.Rejected;
import dev.pawl.pipeline.alert.AlertStatus.State;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.SqliteStores;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Alerts from their cause to their channels, in virtual time (INV-29, D23).
class AlertsTest {
    private static final Instant NOON = Instant.parse("2026-03-04T12:00:00Z");
    private static final Alert CRITICAL = SampleAlerts.consolidationFailed(Severity.CRITICAL);

    private final RecordingChannel email = new RecordingChannel("email");
    private final RecordingChannel webhook = new RecordingChannel("webhook");
    private final RecordingChannel pager = new RecordingChannel("pager");
    private final SqliteStores stores = SqliteStores.of(SqliteStore::open);
    private SimEngine sim;
    private Alerts starter;

    @AfterEach
    void close() {
        if (sim != null && sim.isAlive()) sim.close();
    }

    @Test
    void everyChannelGetsTheSameMessage() {
        open(AlertSettings.of(AlertRoute.to(email), AlertRoute.to(webhook)));
        RunId id = start(CRITICAL);
        sim.settle();

        assertThat(email.messages()).hasSize(1).isEqualTo(webhook.messages());
        assertThat(email.messages().getFirst().alert()).isEqualTo(CRITICAL);
        assertThat(status(id).state()).isEqualTo(State.DELIVERED);
        assertThat(status(id).deliveries())
                .extracting(AlertStatus.Delivery::channel, AlertStatus.Delivery::detail)
                .containsExactlyInAnyOrder(tuple("email", "ok"), tuple("webhook", "ok"));
    }

    /// DIA-12, D23: the run that fails starts its alert in the same commit, and the alert outlives
    /// it.
    @Test
    void theAlertOfARunThatFailsIsDelivered() {
        email.failing("down");
        Alerts alerts = new Alerts(AlertSettings.of(AlertRoute.to(email)));
        Machine<String, String> work =
                Machine.named("work", String.class, String.class)
                        .step("only", a -> a.fail("broken").launching(alerts.start(CRITICAL)))
                        .build();
        sim =
                SimEngine.of(
                        stores,
                        options -> {
                            options.machines(work);
                            alerts.register(options);
                        });
        RunId id = sim.call(engine -> engine.start(work.start("x")));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.FAILED);
        sim.restart();
        email.working();
        sim.pass(Duration.ofHours(1));

        assertThat(newest()).hasSize(1);
        assertThat(newest().getFirst().state()).isEqualTo(State.DELIVERED);
    }

    @Test
    void aChannelThatFailsDoesNotDelayTheOthers() {
        email.failing("mail server down");
        open(AlertSettings.of(AlertRoute.to(email), AlertRoute.to(webhook)));
        RunId id = start(CRITICAL);
        sim.pass(Duration.ofMinutes(1));

        assertThat(webhook.messages()).hasSize(1);
        AlertStatus.Delivery pending = delivery(id, "email");
        assertThat(pending.state()).isEqualTo(State.PENDING);
        assertThat(pending.attempts()).isEqualTo(email.messages().size()).isGreaterThan(1);
        assertThat(pending.lastError()).isEqualTo("mail server down");
        assertThat(pending.nextAttempt()).isAfter(sim.host().now());
        assertThat(delivery(id, "webhook").state()).isEqualTo(State.DELIVERED);
        assertThat(AlertQueries.of(sim.store()).pending(10)).hasSize(1);

        email.working();
        sim.pass(Duration.ofHours(1));
        assertThat(status(id).state()).isEqualTo(State.DELIVERED);
        assertThat(delivery(id, "email").attempts()).isEqualTo(email.messages().size());
        assertThat(delivery(id, "email").lastError()).isNull();
        assertThat(Set.copyOf(email.messages())).as("one id for all attempts").hasSize(1);
    }

    @Test
    void isRetriedForHoursAndThenVisiblyFails() {
        email.failing("mail server down");
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId id = start(CRITICAL);
        sim.pass(Duration.ofHours(20));
        assertThat(status(id).state()).isEqualTo(State.PENDING);
        sim.pass(Duration.ofHours(10));

        assertThat(status(id).state()).isEqualTo(State.FAILED);
        assertThat(delivery(id, "email").state()).isEqualTo(State.FAILED);
        assertThat(delivery(id, "email").lastError()).contains("mail server down");
        assertThat(email.messages()).hasSizeBetween(40, 80);
        assertThat(sim.engine().run(id).failure().orElseThrow().message())
                .contains("not delivered by email: ", "mail server down");
        assertThat(AlertQueries.of(sim.store()).failed(10)).hasSize(1);
        assertThat(AlertQueries.of(sim.store()).pending(10)).isEmpty();
    }

    @Test
    void aRefusalIsNotRetried() {
        email.answering(_ -> new Rejected("550 no such user"));
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId id = start(CRITICAL);
        sim.pass(Duration.ofHours(1));

        assertThat(email.messages()).hasSize(1);
        assertThat(status(id).state()).isEqualTo(State.FAILED);
        assertThat(delivery(id, "email").lastError()).isEqualTo("550 no such user");
    }

    @Test
    void aDelayThatTheServerNamesIsKeptAndBounded() {
        webhook.answering(_ -> new Deferred(Duration.ofMinutes(20), "busy", Set.of()));
        open(AlertSettings.of(AlertRoute.to(webhook)));
        start(CRITICAL);
        sim.pass(Duration.ofMinutes(19));
        assertThat(webhook.messages()).hasSize(1);
        webhook.answering(_ -> new Deferred(Duration.ofDays(9), "busy", Set.of()));
        sim.pass(Duration.ofMinutes(2));
        assertThat(webhook.messages()).hasSize(2);
        sim.pass(Duration.ofHours(1));
        assertThat(webhook.messages()).as("at most an hour").hasSize(3);
    }

    @Test
    void recipientsThatWereReachedAreRememberedAcrossARestart() {
        email.answering(_ -> new Deferred(null, "greylisted", Set.of("ann@example.com")));
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId id = start(CRITICAL);
        sim.settle();
        sim.restart();
        email.working();
        sim.pass(Duration.ofMinutes(5));

        assertThat(email.messages().getFirst().reached()).isEmpty();
        assertThat(email.messages().getLast().reached()).containsExactly("ann@example.com");
        assertThat(status(id).state()).isEqualTo(State.DELIVERED);
    }

    @Test
    void theSameAlertIsOneAlert() {
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId first = start(CRITICAL);
        RunId second = start(CRITICAL);
        sim.settle();
        RunId third = start(CRITICAL);
        sim.settle();

        assertThat(List.of(second, third)).containsOnly(first);
        assertThat(email.messages()).hasSize(1);
    }

    @Test
    void anotherKeyOrCategoryIsAnotherAlert() {
        open(AlertSettings.of(AlertRoute.to(email)));
        start(new Alert("a", Severity.INFO, "1", "", "t", "b/c"));
        start(new Alert("a/b", Severity.INFO, "2", "", "t", "c"));
        start(new Alert("a", Severity.INFO, "3", "", "t", "k".repeat(5_000) + "1"));
        start(new Alert("a", Severity.INFO, "4", "", "t", "k".repeat(5_000) + "2"));
        sim.settle();

        assertThat(email.subjects()).containsExactlyInAnyOrder("1", "2", "3", "4");
    }

    @Test
    void aChannelGetsOnlyWhatIsSevereEnoughForIt() {
        open(
                AlertSettings.of(
                        AlertRoute.to(email).atLeast(Severity.ERROR),
                        AlertRoute.to(webhook).atLeast(Severity.WARNING)));
        for (Severity each : Severity.values()) {
            start(new Alert("test", each, each.name(), "", "trace", each.name()));
        }
        sim.settle();

        assertThat(email.subjects()).containsExactlyInAnyOrder("ERROR", "CRITICAL");
        assertThat(webhook.subjects()).containsExactlyInAnyOrder("WARNING", "ERROR", "CRITICAL");
        assertThat(newest())
                .hasSize(4)
                .extracting(AlertStatus::state)
                .containsOnly(State.DELIVERED);
    }

    @Test
    void quietHoursDelayAllButCriticalAlerts() {
        QuietHours night = new QuietHours(LocalTime.of(11, 0), LocalTime.of(14, 0), ZoneOffset.UTC);
        open(AlertSettings.of(AlertRoute.to(email).outside(night), AlertRoute.to(webhook)));
        RunId error = start(SampleAlerts.consolidationFailed(Severity.ERROR));
        start(new Alert("test", Severity.CRITICAL, "now", "", "trace", "other"));
        sim.pass(Duration.ofMinutes(119));

        assertThat(email.subjects()).containsExactly("now");
        assertThat(webhook.messages()).hasSize(2);
        assertThat(delivery(error, "email").detail()).isEqualTo("quiet hours of email");
        assertThat(delivery(error, "email").lastError()).isNull();
        assertThat(delivery(error, "email").nextAttempt()).isEqualTo(NOON.plusSeconds(7_200));
        sim.pass(Duration.ofMinutes(2));
        assertThat(email.subjects()).containsExactly("now", "Consolidation Failed");
        assertThat(status(error).state()).isEqualTo(State.DELIVERED);
    }

    @Test
    void aCriticalAlertThatIsNotDeliveredInTimeIsEscalated() {
        email.failing("down");
        webhook.failing("down too");
        open(
                AlertSettings.of(
                                AlertRoute.to(email),
                                AlertRoute.to(webhook).onEscalation(),
                                AlertRoute.to(pager).onEscalation())
                        .escalatingAfter(Duration.ofMinutes(10)));
        RunId id = start(CRITICAL);
        RunId error = start(new Alert("test", Severity.ERROR, "not so bad", "", "trace", "other"));
        sim.pass(Duration.ofMinutes(9));
        assertThat(webhook.messages()).isEmpty();
        sim.pass(Duration.ofMinutes(2));
        assertThat(webhook.messages()).isNotEmpty();
        assertThat(pager.messages()).isEmpty();
        sim.pass(Duration.ofMinutes(10));

        assertThat(pager.subjects()).containsExactly("Consolidation Failed");
        assertThat(webhook.subjects()).containsOnly("Consolidation Failed");
        assertThat(status(id).state()).as("others still try").isEqualTo(State.PENDING);
        sim.pass(Duration.ofDays(2));
        assertThat(pager.messages()).hasSize(1);
        assertThat(status(id).state()).isEqualTo(State.FAILED);
        assertThat(status(error).deliveries()).hasSize(1);
    }

    @Test
    void aRefusedCriticalAlertIsEscalatedAtOnce() {
        email.answering(_ -> new Rejected("550"));
        open(AlertSettings.of(AlertRoute.to(email), AlertRoute.to(pager).onEscalation()));
        start(CRITICAL);
        sim.settle();

        assertThat(pager.messages()).hasSize(1);
    }

    @Test
    void aDeliveredCriticalAlertIsNotEscalated() {
        open(AlertSettings.of(AlertRoute.to(email), AlertRoute.to(pager).onEscalation()));
        start(CRITICAL);
        sim.pass(Duration.ofDays(1));

        assertThat(pager.messages()).isEmpty();
    }

    @Test
    void aChannelThatIsNoLongerConfiguredWaitsForItsReturn() {
        email.failing("down");
        Alerts both = open(AlertSettings.of(AlertRoute.to(email), AlertRoute.to(webhook)));
        RunId id = start(CRITICAL);
        sim.settle();
        sim.crash();
        sim.open(options -> new Alerts(AlertSettings.of(AlertRoute.to(webhook))).register(options));
        sim.pass(Duration.ofMinutes(5));
        assertThat(delivery(id, "email").lastError())
                .isEqualTo("expected a configured channel 'email', found only: webhook");
        sim.crash();
        email.working();
        sim.open(both::register);
        sim.pass(Duration.ofHours(1));

        assertThat(status(id).state()).isEqualTo(State.DELIVERED);
    }

    @Test
    void cancellingAnAlertCancelsItsDeliveries() {
        email.failing("down");
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId id = start(CRITICAL);
        sim.settle();
        sim.perform(engine ->
                engine.operators()
                        .order(id, new Command.Cancel(), new Operators.By("ann", "known")));
        sim.pass(Duration.ofHours(1));

        assertThat(status(id).state()).isEqualTo(State.CANCELLED);
        assertThat(delivery(id, "email").state()).isEqualTo(State.CANCELLED);
    }

    /// DIA-40: one trace id links the cause and its alerts.
    @Test
    void theTraceIsALabelOfAllRuns() {
        open(AlertSettings.of(AlertRoute.to(email)));
        RunId id = start(CRITICAL);
        sim.settle();

        assertThat(sim.engine().run(id).origin().labels()).containsEntry("trace", "trace-7f3a");
        assertThat(sim.engine().run(status(id).deliveries().getFirst().id()).origin().labels())
                .containsEntry("trace", "trace-7f3a");
    }

    @Test
    void theStatusIsReadableWithoutAnEngine() {
        email.failing("down");
        open(AlertSettings.of(AlertRoute.to(email)));
        start(CRITICAL);
        sim.settle();
        sim.crash();

        AlertStatus found = newest().getFirst();
        assertThat(found.alert()).isEqualTo(CRITICAL);
        assertThat(found.deliveries()).hasSize(1);
        assertThat(found.deliveries().getFirst().lastError()).isEqualTo("down");
        assertThat(AlertQueries.of(stores.open()).newest(10)).isEmpty();
    }

    @Test
    void aMailServerThatWasDownGetsTheAlertOnce() throws Exception {
        int port;
        try (MailServer server = MailServer.start(builder -> builder)) {
            port = server.port();
        }
        SmtpServer smtp = SmtpServer.of("127.0.0.1", port, SmtpServer.Tls.NONE);
        open(
                AlertSettings.of(
                        AlertRoute.to(
                                new SmtpChannel(
                                        smtp, "pawl@example.com", List.of("ann@example.com")))));
        RunId id = start(CRITICAL);
        sim.pass(Duration.ofMinutes(10));
        assertThat(delivery(id, "email").lastError()).contains("cannot connect to 127.0.0.1");
        sim.restart();
        try (MailServer server = MailServer.startOn(port)) {
            sim.pass(Duration.ofHours(1));

            assertThat(server.mails()).hasSize(1);
            assertThat(server.mails().getFirst().parsed().getSubject())
                    .isEqualTo("Consolidation Failed");
        }
        assertThat(status(id).state()).isEqualTo(State.DELIVERED);
        assertThat(delivery(id, "email").detail()).isEqualTo("250 queued as 1");
    }

    private Alerts open(AlertSettings settings) {
        Alerts alerts = new Alerts(settings);
        sim = new SimEngine(new SimHost(0, NOON), stores, alerts::register);
        sim.open();
        starter = alerts;
        return alerts;
    }

    private RunId start(Alert alert) {
        return sim.call(engine -> engine.start(starter.start(alert)));
    }

    private List<AlertStatus> newest() {
        return AlertQueries.of(sim.store()).newest(10);
    }

    private AlertStatus status(RunId id) {
        return AlertQueries.of(sim.store()).find(id).orElseThrow();
    }

    private AlertStatus.Delivery delivery(RunId id, String channel) {
        return status(id).deliveries().stream()
                .filter(each -> each.channel().equals(channel))
                .findFirst()
                .orElseThrow();
    }
}

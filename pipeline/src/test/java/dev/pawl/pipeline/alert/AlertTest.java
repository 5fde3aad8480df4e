package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.alert.Alert.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an alert may contain, and how the log shows it.
class AlertTest {
    @Test
    void aSubjectIsOneShortLine() {
        assertThat(SampleAlerts.of(" a\r\nb\tc\u2028d\u0000 ", "").subject()).isEqualTo("a b c d");
        assertThat(SampleAlerts.of("x".repeat(5_000), "").subject())
                .hasSize(Alert.SUBJECT_CHARS_MAX)
                .endsWith("x…");
    }

    @Test
    void aTextIsShortenedBetweenCharacters() {
        String text = SampleAlerts.of("s", "x" + "💎".repeat(1 << 19)).text();

        assertThat(text.length()).isBetween(Alert.TEXT_CHARS_MAX - 1, Alert.TEXT_CHARS_MAX);
        assertThat(text).endsWith("💎…");
    }

    @Test
    void storingAnAlertDoesNotChangeIt() {
        Alert alert = SampleAlerts.of("x".repeat(5_000) + "\n", "💎".repeat(1 << 19));

        assertThat(JsonCodec.JSON.decode(JsonCodec.JSON.encode(alert), Alert.class))
                .isEqualTo(alert);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> new Alert("c", Severity.INFO, null, "", "t", "k"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("an alert needs a subject, found null");
        assertThatThrownBy(() -> new Alert("c", null, "s", "", "t", "k"))
                .hasMessage("an alert needs a severity, found null");
        assertThatThrownBy(() -> new Alert("c", Severity.INFO, "s", null, "t", "k"))
                .hasMessage("an alert needs a text, found null");
        assertThatThrownBy(() -> new Alert(" ", Severity.INFO, "s", "", "t", "k"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an alert needs a category, found a blank text");
        assertThatThrownBy(() -> new Alert("c", Severity.INFO, "s", "", "", "k"))
                .hasMessage("an alert needs a trace id, found a blank text");
        assertThatThrownBy(() -> new Alert("c", Severity.INFO, "s", "", "t", "\n"))
                .hasMessage("an alert needs a de-duplication key, found a blank text");
    }

    @Test
    void theLogShowsEverythingAndNoForgedLine() {
        List<String> lines = new ArrayList<>();
        var channel = new LogChannel(new ListLogger(lines));
        channel.deliver(SampleAlerts.message(SampleAlerts.of("Failed", "a\nERROR forged")));

        assertThat(lines)
                .containsExactly(
                        "ERROR: ERROR alert pipeline: Failed; a\n    ERROR forged"
                                + " (trace trace-1, alert-1-abc)");
        channel.deliver(SampleAlerts.message(new Alert("c", Severity.INFO, "s", "", "t", "k")));
        assertThat(lines.getLast()).startsWith("INFO: ");
    }

    @Test
    void settingsWithoutAWayToDeliverAreRefused() {
        AlertRoute log = AlertRoute.to(new LogChannel());
        assertThatThrownBy(AlertSettings::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found none; without another channel, use a LogChannel");
        assertThatThrownBy(() -> AlertSettings.of(log.onEscalation()))
                .hasMessageContaining("found log");
        assertThatThrownBy(() -> AlertSettings.of(log, log)).hasMessageContaining("'log' twice");
        assertThatThrownBy(() -> AlertRoute.to(new RecordingChannel("a b")))
                .hasMessageContaining("found 'a b'");
        assertThatThrownBy(() -> AlertRoute.to(new RecordingChannel(null)))
                .hasMessageContaining("found 'null'");
        assertThatThrownBy(() -> AlertSettings.of(log).escalatingAfter(Duration.ZERO))
                .hasMessageContaining("expected a positive time before an escalation");
    }
}

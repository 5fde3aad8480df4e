package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The values of the broker: how a claim changes, what is refused, and that they survive JSON.
final class PermitClaimTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant T1 = T0.plusSeconds(1);
    private static final Instant T2 = T0.plusSeconds(2);
    private static final PermitTerms TERMS = new PermitTerms(1, 2, 3, 4);

    @Test
    void remembersSinceWhenItHoldsOrWaits() {
        PermitClaim waiting = PermitClaim.of("cve", TERMS, 3, T0);
        PermitClaim holding = waiting.granted(1, T1);
        assertThat(holding.since()).isEqualTo(T1);
        assertThat(holding.granted(1, T2).since()).isEqualTo(T1);
        assertThat(holding.granted(1, T2).returned(1, T2).since()).isEqualTo(T1);
        assertThat(holding.returned(1, T2)).isEqualTo(PermitClaim.of("cve", TERMS, 3, T2));
    }

    @Test
    void permitsThatWereAskedBackReturnFirst() {
        PermitClaim claim = PermitClaim.of("cve", TERMS, 4, T0).granted(4, T0).revoked(2);
        assertThat(claim.staying()).isEqualTo(2);
        assertThat(claim.returned(1, T1).staying()).isEqualTo(2);
        assertThat(claim.returned(3, T1).returning()).isZero();
        assertThat(claim.returned(3, T1).staying()).isEqualTo(1);
    }

    @Test
    void needsWhatItWantsUpToItsMaximum() {
        assertThat(PermitClaim.of("cve", TERMS, 9, T0).need()).isEqualTo(4);
        assertThat(PermitClaim.of("cve", TERMS, 2, T0).need()).isEqualTo(2);
    }

    @Test
    void refusesInvalidValues() {
        PermitClaim claim = PermitClaim.of("cve", TERMS, 4, T0).granted(2, T0);
        assertThatThrownBy(() -> claim.revoked(3))
                .hasMessage(
                        "expected from 1 to 2 permits to be revoked, found 3;"
                                + " holder cve holds 2, of which 0 return");
        assertThatThrownBy(() -> claim.returned(3, T1)).hasMessageContaining("returned, found 3");
        assertThatThrownBy(() -> claim.granted(0, T1)).hasMessageContaining("granted, found 0");
        assertThatThrownBy(() -> PermitClaim.of(" ", TERMS, 4, T0)).hasMessageContaining("blank");
        assertThatThrownBy(() -> PermitClaim.of("cve", TERMS, -1, T0))
                .hasMessageContaining("wanted -1");
        assertThatThrownBy(() -> new PermitClaim("cve", TERMS, 1, 1, 2, T0))
                .hasMessageContaining("held 1, returning 2; holder cve");
    }

    @Test
    void refusesInvalidTermsDelaysAndPlans() {
        assertThatThrownBy(() -> new PermitTerms(0, 0, 0, 1)).hasMessageContaining("1000, found 0");
        assertThatThrownBy(() -> new PermitTerms(0, 1_001, 0, 1))
                .hasMessageContaining("found 1001");
        assertThatThrownBy(() -> new PermitTerms(0, 1, 3, 2))
                .hasMessageContaining("found min 3 and max 2");
        assertThatThrownBy(() -> new PermitTerms(0, 1, 0, 0)).hasMessageContaining("max 0");
        assertThatThrownBy(
                        () -> new PreemptionDelays(Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .hasMessageContaining("expected waiting to be from PT0S to PT24H, found PT-1S");
        assertThatThrownBy(() ->
                        new PreemptionDelays(Duration.ZERO, PreemptionDelays.LONGEST.plusNanos(1)))
                .hasMessageContaining("expected turn to be");
        assertThatThrownBy(() -> new PreemptionDelays(Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("expected a positive turn");
        assertThatThrownBy(() -> new PermitPlan(Map.of("cve", 0), Map.of()))
                .hasMessage("expected 1 permit or more for cve, found 0");
    }

    @Test
    void theLongestDelayIsADay() {
        PreemptionDelays longest = new PreemptionDelays(Duration.ofDays(1), Duration.ofDays(1));
        assertThat(longest.isWaitOver(T0, T0.plus(Duration.ofDays(1)))).isTrue();
        assertThat(PreemptionDelays.ofDefaults())
                .isEqualTo(new PreemptionDelays(Duration.ofSeconds(30), Duration.ofSeconds(60)));
    }

    @Test
    void everyValueSurvivesJson() {
        List<Record> values =
                List.of(
                        PermitClaim.of("cve", TERMS, 4, T0).granted(2, T1).revoked(1),
                        new PermitPlan(Map.of("cve", 1), Map.of("cwe", 2)),
                        PermitPlan.NOTHING,
                        PreemptionDelays.ofDefaults(),
                        new Pressure(10, 8, 1, 0),
                        Thresholds.ofDefaults(),
                        new LoadSample(Duration.ofMillis(1_500), 0.25, 1.5),
                        new LoadVerdict(LoadVerdict.Level.CALM, "calm"));
        assertThat(values)
                .isNotEmpty()
                .allSatisfy(value -> assertThat(throughJson(value)).isEqualTo(value));
    }

    private static Object throughJson(Record value) {
        Payload written = JsonCodec.JSON.encode(value);
        return JsonCodec.JSON.decode(Payload.of(written.bytes().clone()), value.getClass());
    }
}

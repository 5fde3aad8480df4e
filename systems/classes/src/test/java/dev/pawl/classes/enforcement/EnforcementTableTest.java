package dev.pawl.classes.enforcement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.enforcement.EnforcementTable.Answer;
import dev.pawl.classes.enforcement.EnforcementTable.Question;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.EnforcementSpec.Mode;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The decision table: CLS-45, CLS-46, B7, B8, and the defects K10, K11 and K12.
class EnforcementTableTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    /// Mode; previous target; new target; when it changed; end of the cooldown; value applied.
    /// Times are seconds from now, `-` is none. Stability and cooldown take 100 seconds each.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    off     ; -  ; 3   ; -    ; -   ; - | SkipMode
                    observe ; -  ; 3   ; -    ; -   ; - | SkipMode
                    observe ; 3  ; 3   ; -200 ; -   ; - | ResetTarget
                    enforce ; 3  ; -   ; -200 ; -   ; - | ResetTarget
                    enforce ; -  ; -   ; -    ; -   ; - | SkipMode
                    enforce ; -  ; 3   ; -    ; -   ; - | WaitStability +100
                    enforce ; 2  ; 3   ; -200 ; -   ; - | WaitStability +100
                    enforce ; 2  ; 3   ; -200 ; 50  ; 2 | WaitStability +100
                    enforce ; 3  ; 3   ; -99  ; -   ; - | WaitStability +1
                    enforce ; 3  ; 3   ; -100 ; -   ; - | Apply 3.0
                    enforce ; 3  ; 3   ; -200 ; 1   ; 2 | WaitCooldown +1
                    enforce ; 3  ; 3   ; -200 ; 0   ; 2 | Apply 3.0
                    enforce ; 3  ; 2.1 ; -200 ; -   ; - | Apply 3.0
                    enforce ; 10 ; 99  ; -200 ; -   ; - | Apply 10.0 clamped
                    enforce ; 1  ; 0   ; -200 ; -   ; - | Apply 1.0
                    enforce ; 3  ; 3   ; -200 ; 50  ; 3 | InForce
                    enforce ; 3  ; 3   ; -200 ; -50 ; 3 | InForce
                    """)
    void followsTheTable(String row, String expected) {
        String[] cells = row.split(" *; *", -1);
        EnforcementState state =
                new EnforcementState(
                        "f",
                        Dimension.REPLICAS,
                        number(cells[1]),
                        time(cells[3]),
                        time(cells[4]),
                        number(cells[5]),
                        null,
                        null);
        Double value = number(cells[2]);
        Mode mode = Mode.of(cells[0]).orElseThrow();

        Answer answer =
                EnforcementTable.decide(
                        state, question(mode, value == null ? null : recommended(value), null));

        assertThat(text(answer.decision())).isEqualTo(expected);
    }

    /// B7: the target is stored, clamped, so that waiting ends.
    @Test
    void theClampedTargetIsStoredAndAppliedAfterItsWindow() {
        EnforcementState state = EnforcementState.initial("f", Dimension.REPLICAS);
        Answer first = EnforcementTable.decide(state, enforce(99, null, NOW));
        assertThat(first.state().target()).isEqualTo(10.0);
        assertThat(first.state().changedAt()).isEqualTo(NOW);
        Answer other =
                EnforcementTable.decide(first.state(), enforce(77, null, NOW.plusSeconds(50)));
        assertThat(other.state()).isEqualTo(first.state());
        Answer last =
                EnforcementTable.decide(first.state(), enforce(99, null, NOW.plusSeconds(100)));
        assertThat(text(last.decision())).isEqualTo("Apply 10.0 clamped");
    }

    /// K10: the cooldown starts with success, not with the attempt.
    @Test
    void aFailureStartsNoCooldownButBacksOff() {
        EnforcementState state =
                EnforcementState.initial("f", Dimension.REPLICAS)
                        .aimingAt(3, NOW.minusSeconds(200));
        EnforcementState failed =
                state.failed(EnforcementError.conflict(), NOW, Duration.ofSeconds(5));
        assertThat(failed.cooldownUntil()).isNull();
        assertThat(text(EnforcementTable.decide(failed, enforce(3, null, NOW)).decision()))
                .isEqualTo("WaitCooldown +5");
        assertThat(
                        text(
                                EnforcementTable.decide(
                                                failed, enforce(3, null, NOW.plusSeconds(5)))
                                        .decision()))
                .isEqualTo("Apply 3.0");
        EnforcementState done = failed.succeeded(3, NOW, Duration.ofSeconds(100));
        assertThat(done.cooldownUntil()).isEqualTo(NOW.plusSeconds(100));
        assertThat(done.failure()).isNull();
    }

    /// B8: stale by age or by generation.
    @Test
    void aStaleRecommendationResetsTheTarget() {
        EnforcementState state = EnforcementState.initial("f", Dimension.REPLICAS).aimingAt(3, NOW);
        Recommendation old =
                new Recommendation("f", Dimension.REPLICAS, 3, 1, NOW.minusSeconds(600), 1);
        Recommendation other = new Recommendation("f", Dimension.REPLICAS, 3, 1, NOW, 7);
        for (Recommendation each : List.of(old, other)) {
            Answer answer = EnforcementTable.decide(state, question(Mode.ENFORCE, each, null));
            assertThat(answer.decision()).isEqualTo(new EnforceDecision.ResetTarget());
            assertThat(answer.state().target()).isNull();
        }
    }

    @Test
    void aStepIsBoundedAndLargeChangesTakeSeveral() {
        assertThat(target(10, 4.0)).isEqualTo(5);
        assertThat(target(1, 10.0)).isEqualTo(7);
        assertThat(target(2, 1.0)).isEqualTo(2);
    }

    @Test
    void risesFastAndFallsSlowly() {
        EnforcementConfig config = config(Duration.ofSeconds(10), Duration.ofSeconds(100));
        EnforcementState state = EnforcementState.initial("f", Dimension.REPLICAS);
        Question up = new Question(spec(Mode.ENFORCE), recommended(5), 4.0, 1, config, NOW);
        Question down = new Question(spec(Mode.ENFORCE), recommended(3), 4.0, 1, config, NOW);
        assertThat(text(EnforcementTable.decide(state, up).decision()))
                .isEqualTo("WaitStability +10");
        assertThat(text(EnforcementTable.decide(state, down).decision()))
                .isEqualTo("WaitStability +100");
    }

    /// A value that another party changed is corrected, after the cooldown.
    @Test
    void aDriftIsCorrectedAfterTheCooldown() {
        EnforcementState state =
                EnforcementState.initial("f", Dimension.REPLICAS)
                        .aimingAt(3, NOW.minusSeconds(500))
                        .succeeded(3, NOW.minusSeconds(300), Duration.ofSeconds(100));
        assertThat(text(EnforcementTable.decide(state, enforce(3, 2.0, NOW)).decision()))
                .isEqualTo("Apply 3.0");
    }

    private static double target(double recommended, double current) {
        EnforcementState state = EnforcementState.initial("f", Dimension.REPLICAS);
        return EnforcementTable.decide(state, enforce(recommended, current, NOW)).state().target();
    }

    private static Question enforce(double value, Double current, Instant now) {
        return new Question(
                spec(Mode.ENFORCE),
                recommended(value),
                current,
                1,
                config(Duration.ofSeconds(100), Duration.ofSeconds(100)),
                now);
    }

    private static Question question(Mode mode, Recommendation recommendation, Double current) {
        return new Question(
                spec(mode),
                recommendation,
                current,
                1,
                config(Duration.ofSeconds(100), Duration.ofSeconds(100)),
                NOW);
    }

    private static EnforcementSpec spec(Mode mode) {
        return new EnforcementSpec(mode, List.of(Dimension.REPLICAS));
    }

    private static Recommendation recommended(double value) {
        return new Recommendation("f", Dimension.REPLICAS, value, 1, NOW, 1);
    }

    private static EnforcementConfig config(Duration up, Duration down) {
        EnforcementConfig base = EnforcementConfig.DEFAULT;
        return new EnforcementConfig(
                up,
                down,
                Duration.ofSeconds(100),
                Duration.ofMinutes(10),
                10,
                base.stepMax(),
                base.gates(),
                base.retries());
    }

    private static String text(EnforceDecision decision) {
        return switch (decision) {
            case EnforceDecision.Apply apply ->
                    "Apply " + apply.target() + (apply.clamped() ? " clamped" : "");
            case EnforceDecision.WaitStability wait ->
                    "WaitStability +" + Duration.between(NOW, wait.until()).toSeconds();
            case EnforceDecision.WaitCooldown wait ->
                    "WaitCooldown +" + Duration.between(NOW, wait.until()).toSeconds();
            case EnforceDecision.SkipMode() -> "SkipMode";
            case EnforceDecision.ResetTarget() -> "ResetTarget";
            case EnforceDecision.InForce() -> "InForce";
        };
    }

    private static Double number(String cell) {
        return cell.trim().equals("-") ? null : Double.valueOf(cell.trim());
    }

    private static Instant time(String cell) {
        return cell.trim().equals("-") ? null : NOW.plusSeconds(Long.parseLong(cell.trim()));
    }
}

package dev.pawl.controller.pace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.controller.pace.WakeUps.Phase;
import org.junit.jupiter.api.Test;

final class WakeUpsTest {
    private final WakeUps wakeUps = new WakeUps();

    @Test
    void isPutInLineOnce() {
        assertThat(wakeUps.wake()).isTrue();
        assertThat(wakeUps.wake()).isFalse();
        assertThat(wakeUps.phase()).isEqualTo(Phase.QUEUED);
        assertThat(wakeUps.take()).isTrue();
        assertThat(wakeUps.quiet()).isFalse();
        assertThat(wakeUps.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void manyWakeUpsDuringAnEvaluationCauseExactlyOneMore() {
        wakeUps.wake();
        wakeUps.take();
        assertThat(wakeUps.wake()).isFalse();
        assertThat(wakeUps.wake()).isFalse();
        assertThat(wakeUps.quiet()).isTrue();
        assertThat(wakeUps.take()).isTrue();
        assertThat(wakeUps.quiet()).isFalse();
    }

    @Test
    void aWakeUpWhileTheRunActsIsNotLost() {
        wakeUps.wake();
        wakeUps.take();
        wakeUps.busy();
        assertThat(wakeUps.wake()).isFalse();
        assertThat(wakeUps.settled(false)).isTrue();
        assertThat(wakeUps.phase()).isEqualTo(Phase.QUEUED);
    }

    @Test
    void aRunThatMovesByItselfKeepsTheWakeUpInLine() {
        wakeUps.wake();
        wakeUps.busy();
        assertThat(wakeUps.take()).isFalse();
        assertThat(wakeUps.settled(false)).isTrue();
        assertThat(wakeUps.take()).isTrue();
    }

    @Test
    void isEvaluatedAgainAfterARunHasActed() {
        wakeUps.busy();
        assertThat(wakeUps.settled(true)).isTrue();
        wakeUps.take();
        assertThat(wakeUps.quiet()).isFalse();
    }

    @Test
    void anEvaluationThatIsOvertakenByTheRunChangesNothing() {
        wakeUps.wake();
        wakeUps.take();
        wakeUps.busy();
        assertThat(wakeUps.quiet()).isFalse();
        assertThat(wakeUps.phase()).isEqualTo(Phase.BUSY);
        assertThat(wakeUps.settled(false)).isFalse();
        assertThat(wakeUps.settled(true)).isFalse();
    }
}

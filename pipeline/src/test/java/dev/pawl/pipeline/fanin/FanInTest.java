package dev.pawl.pipeline.fanin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.pipeline.fanin.FanIn.Decision;
import dev.pawl.pipeline.table.WorkerCounts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The decision after all partitions have ended, as a table (DIA-3, DIA-9, INV-01).
final class FanInTest {
    private static final FanInPolicy ALL = new FanInPolicy.All();
    private static final FanInPolicy SHARE = new FanInPolicy.Threshold(0.7, Duration.ofMinutes(5));
    private static final FanInPolicy MANUAL = new FanInPolicy.Manual();
    private static final Duration LONG = Duration.ofMinutes(5);

    private static WorkerCounts of(int expected, int completed, int failed) {
        return new WorkerCounts(expected, completed, failed);
    }

    private static Decision decide(WorkerCounts workers, FanInPolicy policy, boolean isForced) {
        return FanIn.decide(workers, policy, isForced, Duration.ZERO);
    }

    @Test
    void allNeedsEveryPartition() {
        assertThat(decide(of(3, 3, 0), ALL, false)).isEqualTo(new Decision.Trigger(null));
        assertThat(decide(of(0, 0, 0), ALL, false)).isEqualTo(new Decision.Trigger(null));
        assertThat(decide(of(3, 2, 1), ALL, false))
                .isEqualTo(new Decision.Skip("1 of 3 partitions failed"));
        assertThat(decide(of(3, 0, 3), ALL, false))
                .isEqualTo(new Decision.Skip("3 of 3 partitions failed"));
    }

    @Test
    void noPolicyDecidesBeforeAllHaveEnded() {
        for (FanInPolicy policy : List.of(ALL, SHARE, MANUAL)) {
            for (boolean isForced : new boolean[] {true, false}) {
                assertThat(FanIn.decide(of(3, 1, 1), policy, isForced, LONG))
                        .isEqualTo(new Decision.Wait(1));
            }
        }
    }

    @Test
    void forceTriggersAndNamesWhatIsMissing() {
        for (FanInPolicy policy : List.of(ALL, SHARE, MANUAL)) {
            assertThat(decide(of(3, 2, 1), policy, true))
                    .isEqualTo(new Decision.Trigger("1 of 3 partitions failed"));
            assertThat(decide(of(3, 3, 0), policy, true)).isEqualTo(new Decision.Trigger(null));
        }
    }

    @Test
    void aThresholdIsMetExactly() {
        assertThat(decide(of(10, 7, 3), SHARE, false))
                .isEqualTo(new Decision.Delay(LONG, "3 of 10 partitions failed"));
        assertThat(FanIn.decide(of(10, 7, 3), SHARE, false, Duration.ofMinutes(2)))
                .isEqualTo(new Decision.Delay(Duration.ofMinutes(3), "3 of 10 partitions failed"));
        assertThat(FanIn.decide(of(10, 7, 3), SHARE, false, LONG))
                .isEqualTo(new Decision.Trigger("3 of 10 partitions failed"));
        assertThat(FanIn.decide(of(10, 6, 4), SHARE, false, LONG))
                .isEqualTo(new Decision.Skip("4 of 10 partitions failed"));
        assertThat(decide(of(10, 10, 0), SHARE, false)).isEqualTo(new Decision.Trigger(null));
    }

    @Test
    void manualWaitsEvenIfAllCompleted() {
        assertThat(decide(of(3, 3, 0), MANUAL, false)).isInstanceOf(Decision.Skip.class);
    }

    @Test
    void countsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new WorkerCounts(3, 3, 1))
                .hasMessage("expected at most 3 ended partitions, found 3 completed and 1 failed");
        assertThatThrownBy(() -> new WorkerCounts(3, -1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FanInPolicy.Threshold(0, LONG))
                .hasMessageContaining("share above 0");
        assertThatThrownBy(() -> new FanInPolicy.Threshold(Double.NaN, LONG))
                .hasMessageContaining("share above 0");
    }
}

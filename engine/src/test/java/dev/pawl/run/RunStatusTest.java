package dev.pawl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.run.RunStatus.Verb;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class RunStatusTest {

    @Test
    void everyPairOutsideTheTableIsRefused() {
        for (RunStatus from : RunStatus.values()) {
            for (Verb verb : Verb.values()) {
                if (RunStatus.TABLE.accepted(from).contains(verb)) {
                    assertThat(from.on(verb)).isEqualTo(verb.to());
                } else {
                    assertThatThrownBy(() -> from.on(verb))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("%s does not accept %s".formatted(from, verb));
                }
            }
        }
    }

    @Test
    void onlyEndsHaveNoTransitions() {
        for (RunStatus status : RunStatus.values()) {
            assertThat(RunStatus.TABLE.accepted(status).isEmpty()).isEqualTo(status.isEnd());
        }
        assertThat(RunStatus.live()).noneMatch(RunStatus::isEnd).hasSize(10);
    }

    @Test
    void everyVerbLeadsToItsOwnStatus() {
        assertThat(Arrays.stream(Verb.values()).map(Verb::to))
                .containsExactlyInAnyOrder(RunStatus.values());
        assertThat(RunStatus.TABLE.moves())
                .isNotEmpty()
                .allSatisfy(m -> assertThat(m.to()).isEqualTo(m.on().to()));
    }

    @Test
    void everyLiveStatusCanBeCancelledParkedAndExpire() {
        for (RunStatus status : RunStatus.live()) {
            assertThat(RunStatus.TABLE.accepted(status))
                    .contains(Verb.CANCEL, Verb.EXPIRE, Verb.PARK);
        }
    }

    @Test
    void onlyRunsThatExecuteOrAreAboutToHoldASlot() {
        assertThat(Arrays.stream(RunStatus.values()).filter(RunStatus::holdsSlot))
                .containsExactly(RunStatus.ACQUIRING, RunStatus.RUNNING, RunStatus.BACKING_OFF);
    }

    @Test
    void aTableRefusesASecondRowForTheSameStateAndEvent() {
        var table =
                Transitions.<RunStatus, Verb>table()
                        .edge(RunStatus.DELAYED, Verb.RUN, RunStatus.RUNNING);
        assertThatThrownBy(() -> table.edge(RunStatus.DELAYED, Verb.RUN, RunStatus.QUEUED))
                .hasMessageContaining(
                        "expected one target of DELAYED on RUN, found RUNNING and QUEUED");
        assertThat(table.build().mermaid())
                .isEqualTo("stateDiagram-v2\n    DELAYED --> RUNNING: RUN\n");
    }
}

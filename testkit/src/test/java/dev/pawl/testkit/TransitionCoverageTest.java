package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.run.Transitions;
import dev.pawl.testkit.TransitionCoverage.Pair;
import java.io.IOException;
import java.util.EnumSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TransitionCoverageTest {
    private static final Transitions<Door, Act> TABLE =
            Transitions.<Door, Act>table()
                    .edge(Door.CLOSED, Act.PUSH, Door.OPEN)
                    .edge(Door.OPEN, Act.PULL, Door.CLOSED)
                    .edge(Door.CLOSED, Act.LOCK, Door.LOCKED)
                    .build();

    /// Checks at the end of this class, so the nested one must have recorded its moves by then.
    @RegisterExtension
    static final TransitionCoverage<Door, Act> COVERAGE = TransitionCoverage.of(TABLE);

    private final TransitionCoverage<Door, Act> coverage = TransitionCoverage.of(TABLE);

    @Test
    void namesEveryEdgeNeverTakenAndEveryPairNeverRefused() {
        coverage.took(Door.CLOSED, Act.PUSH, Door.OPEN);
        coverage.refused(Door.OPEN, Act.LOCK);
        assertThatThrownBy(coverage::assertComplete)
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        """
                        the lifecycle of Door is not covered:
                          never taken: OPEN on PULL --> CLOSED
                          never taken: CLOSED on LOCK --> LOCKED
                          never refused: CLOSED on PULL
                          never refused: OPEN on PUSH
                          never refused: LOCKED on PUSH
                          never refused: LOCKED on PULL
                          never refused: LOCKED on LOCK\
                        """
                                .stripIndent());
    }

    @Test
    void isCompleteWhenEveryEdgeIsTakenAndEveryOtherPairRefused() {
        coverage.assertRefuses(TABLE::next);
        TABLE.moves().forEach(move -> coverage.took(move.from(), move.on(), move.to()));
        coverage.assertComplete();
    }

    @Test
    void aMoveThatIsNotInTheTableFailsAtOnce() {
        assertThatThrownBy(() -> coverage.took(Door.OPEN, Act.LOCK, Door.LOCKED))
                .hasMessage("OPEN on LOCK went to LOCKED, but the table says: refused");
        assertThatThrownBy(() -> coverage.took(Door.CLOSED, Act.PUSH, Door.LOCKED))
                .hasMessage("CLOSED on PUSH went to LOCKED, but the table says: OPEN");
    }

    @Test
    void aRefusalOfWhatIsInTheTableFailsAtOnce() {
        assertThatThrownBy(() -> coverage.refused(Door.CLOSED, Act.PUSH))
                .hasMessage("CLOSED refused PUSH, but the table says: OPEN");
    }

    @Test
    void nextMovesAsTheTableSaysAndRecords() {
        assertThat(coverage.next(Door.CLOSED, Act.PUSH)).isEqualTo(Door.OPEN);
        assertThatThrownBy(() -> coverage.next(Door.OPEN, Act.LOCK))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("OPEN does not accept LOCK");
        assertThatThrownBy(coverage::assertComplete)
                .hasMessageNotContaining("CLOSED on PUSH")
                .hasMessageNotContaining("OPEN on LOCK");
    }

    @Test
    void thePairsOutsideTheTableAreAllTheOthers() {
        assertThat(coverage.outside())
                .hasSize(Door.values().length * Act.values().length - TABLE.moves().size())
                .contains(new Pair<>(Door.LOCKED, Act.PUSH))
                .doesNotContain(new Pair<>(Door.CLOSED, Act.PUSH));
    }

    @Test
    void everyPairThatAGuardAcceptsOrFailsOnIsReported() {
        assertThatThrownBy(() ->
                        coverage.assertRefuses((state, event) -> {
                            if (state == Door.OPEN) {
                                throw new IOException("hinge");
                            }
                            if (event != Act.PUSH) {
                                throw new IllegalArgumentException("no");
                            }
                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        """
                        the guard of Door accepts what the table does not:
                          neither accepted nor refused: OPEN on PUSH threw java.io.IOException: hinge
                          neither accepted nor refused: OPEN on LOCK threw java.io.IOException: hinge
                          accepted: LOCKED on PUSH\
                        """
                                .stripIndent());
    }

    @Test
    void aTableWithoutMovesIsRefused() {
        assertThatThrownBy(() -> TransitionCoverage.of(Transitions.<Door, Act>table().build()))
                .hasMessageContaining("expected a table with moves");
    }

    @Test
    void theExtensionSeesTheRefusals() {
        COVERAGE.assertRefuses(TABLE::next);
    }

    @Test
    void asAnExtensionItChecksAtTheEndOfTheOutermostClass() {
        coverage.beforeAll(null);
        coverage.beforeAll(null);
        coverage.afterAll(null);
        assertThatThrownBy(() -> coverage.afterAll(null))
                .hasMessageContaining("the lifecycle of Door is not covered");
    }

    @Nested
    final class InANestedClass {
        @Test
        void theExtensionSeesTheMoves() {
            for (Door door : EnumSet.allOf(Door.class)) {
                TABLE.accepted(door).forEach(act -> COVERAGE.next(door, act));
            }
        }
    }

    enum Door {
        CLOSED,
        OPEN,
        LOCKED
    }

    enum Act {
        PUSH,
        PULL,
        LOCK
    }
}

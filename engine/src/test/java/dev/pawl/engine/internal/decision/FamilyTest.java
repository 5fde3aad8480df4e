package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Definition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// ENG-12 Parents and children: joins, and what the end of one means for the other.
final class FamilyTest {

    @Test
    void aParentWaitsForAllItsChildren() {
        play(
                Samples.PARENT,
                """
                start
                next children=2      -> WAITING kids ENTERED created:2000:QUEUED created:2001:QUEUED
                child 2000 COMPLETED -> WAITING kids CHILD_ENDED
                child 2001 FAILED    -> RUNNING b#1 CHILD_ENDED,ENTERED go:FIRST
                """);
    }

    @Test
    void aParentWaitsForTheFirstChildThatEnds() {
        play(
                Samples.PARENT_OF_ANY,
                """
                start
                next children=2
                child 2001 FAILED -> RUNNING b#1 CHILD_ENDED,ENTERED go:FIRST
                """);
    }

    @Test
    void aParentWaitsForEnoughSuccessesOrUntilNoMoreCanCome() {
        play(
                Samples.PARENT_OF_TWO,
                """
                start
                next children=3
                child 2000 COMPLETED -> WAITING kids CHILD_ENDED
                child 2001 FAILED    -> WAITING kids CHILD_ENDED
                child 2002 COMPLETED -> RUNNING b#1 CHILD_ENDED,ENTERED go:FIRST
                """);
        play(
                Samples.PARENT_OF_TWO,
                """
                start
                next children=3
                child 2000 FAILED
                child 2001 FAILED -> RUNNING b#1 CHILD_ENDED,ENTERED go:FIRST
                """);
    }

    @Test
    void aParentWithoutChildrenDoesNotWait() {
        for (Definition parent :
                List.of(Samples.PARENT, Samples.PARENT_OF_ANY, Samples.PARENT_OF_TWO)) {
            play(parent, "start\nnext -> RUNNING b#1 ENTERED,ENTERED go:FIRST");
        }
    }

    @Test
    void childrenThatEndEarlyAreCounted() {
        play(
                Samples.PARENT,
                """
                start
                retryAfter 5s children=1 -> BACKING_OFF a#1 ATTEMPT_FAILED timer:5s created:2000:QUEUED
                child 2000 COMPLETED     -> BACKING_OFF a#1 CHILD_ENDED timer:5s
                5s
                next                     -> RUNNING b#1 ENTERED,ENTERED go:FIRST
                """);
        play(
                Samples.PARENT,
                """
                start
                child-started     -> RUNNING a#1 CHILD_STARTED created:7:QUEUED
                next              -> WAITING kids ENTERED
                child 7 CANCELLED -> RUNNING b#1 CHILD_ENDED,ENTERED go:FIRST
                """);
    }

    @Test
    void aPausedParentLooksWhenItIsResumed() {
        play(
                Samples.PARENT,
                """
                start
                next children=1
                pause
                child 2000 COMPLETED -> PAUSED kids CHILD_ENDED held:WAITING
                resume               -> RUNNING b#1 RESUMED,ENTERED go:FIRST
                """);
    }

    @Test
    void aParentThatFailsTakesItsChildrenAlong() {
        related(
                Samples.PARENT,
                """
                start
                next children=1
                cancel -> CANCELLED kids CANCEL_REQUESTED,ENDED sends:2000:PARENT_ENDED
                """);
        related(Samples.PARENT, "start\nnext children=1\nskip\nnext -> COMPLETED complete ENDED");
    }

    /// A child that is created with its parent's end is not in the store yet, and gets its message
    /// all the same.
    @Test
    void aChildThatIsBornWithTheEndOfItsParentIsCancelledToo() {
        play(
                Samples.PARENT,
                """
                start
                abort children=1 -> ABORTED a#1 ENDED created:2000:QUEUED sends:2000:PARENT_ENDED
                """);
    }

    @Test
    void detachedChildrenContinue() {
        related(
                Samples.PARENT_OF_ANY,
                "start\nnext children=1\ncancel -> CANCELLED kids CANCEL_REQUESTED,ENDED");
    }

    @Test
    void aPatientParentEndsAfterItsChildren() {
        play(
                Samples.PATIENT,
                """
                start
                next children=2
                cancel               -> WAITING kids CANCEL_REQUESTED,ENTERED ending:CANCELLED
                cancel               -> same
                child 2000 COMPLETED -> WAITING kids CHILD_ENDED ending:CANCELLED
                retry                -> refused: parked or backing-off
                child 2001 COMPLETED -> CANCELLED kids CHILD_ENDED,ENDED
                """);
        play(
                Samples.PATIENT_CLEANED,
                """
                start
                fail children=1      -> WAITING a#1 ENTERED ending:FAILED created:2000:QUEUED
                child 2000 FAILED    -> CLEANING a#1 CHILD_ENDED,CLEANUP_STARTED ending:FAILED go:FIRST
                next                 -> FAILED a#1 ENDED
                """);
        play(
                Samples.PATIENT,
                """
                start
                abort children=1     -> WAITING a#1 ENTERED ending:ABORTED created:2000:QUEUED
                park                 -> PARKED a#1 PARKED held:WAITING ending:ABORTED
                child 2000 FAILED    -> PARKED a#1 CHILD_ENDED held:WAITING ending:ABORTED
                unpark               -> ABORTED a#1 UNPARKED,ENDED
                """);
    }

    @Test
    void aChildWhoseParentEndedIsCancelledInEveryStatus() {
        play(
                Samples.CHAIN,
                """
                start parent=9
                parent-ended -> RUNNING a#1 CANCEL_REQUESTED ending:CANCELLED stop
                next         -> CANCELLED a#1 ENDED sends:9:CHILD_ENDED:CANCELLED
                """);
        for (String line :
                List.of(
                        "start delay=5s",
                        "start after=7:SUCCESS",
                        "start queue",
                        "start queue\npause",
                        "start queue\npark")) {
            play(Samples.CHAIN, line + "\nparent-ended -> CANCELLED a CANCEL_REQUESTED,ENDED");
        }
        DecisionTable table = play(Samples.CHAIN, "start\ncancel\nparent-ended");
        assertThat(table.last().taken()).hasSize(1);
    }

    @Test
    void aParentGetsAMessageForEveryEnd() {
        play(
                Samples.CHAIN,
                """
                start parent=9
                next
                next -> COMPLETED complete ENDED sends:9:CHILD_ENDED:COMPLETED
                """);
        play(
                Samples.CHAIN,
                """
                start parent=9 after=7:SUCCESS
                before 7 FAILED -> SKIPPED a RELEASED,ENDED sends:9:CHILD_ENDED:SKIPPED
                """);
    }

    private static void related(Definition definition, String lines) {
        DecisionTable.of(definition)
                .withRelatives(List.of(DecisionTable.id("2000")), List.of())
                .then(lines);
    }
}

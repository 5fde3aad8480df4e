package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.HistoryEntry;
import org.junit.jupiter.api.Test;

/// How a run starts: at once, later, after others, through its queue, and all of that together.
final class StartingTest {

    @Test
    void aRunStartsAtOnceOrWhenItsDelayIsOver() {
        play(Samples.CHAIN, "start -> RUNNING a#1 STARTED go:FIRST");
        play(
                Samples.CHAIN,
                """
                start delay=5s -> DELAYED a STARTED timer:5s
                due            -> same
                5s             -> RUNNING a#1 DUE go:FIRST
                """);
    }

    @Test
    void aRunMayStartInAWait() {
        play(
                Samples.DOOR,
                "start -> WAITING w STARTED\nevent Go -> RUNNING a#1 EVENT_CONSUMED go:FIRST");
    }

    @Test
    void aRunThatNeedsPermitsAsksForThemFirst() {
        play(
                Samples.POOLED_FIRST,
                "start -> ACQUIRING p STARTED\ngrant -> RUNNING p#1 GRANTED go:FIRST");
    }

    @Test
    void aRunOfAQueueWaitsForItsSlotAndKeepsItFromStepToStep() {
        play(
                Samples.CHAIN,
                """
                start queue -> QUEUED a STARTED
                grant       -> same
                admit       -> RUNNING a#1 ADMITTED go:FIRST
                admit       -> same
                next        -> RUNNING b#1 ENTERED go:FIRST
                throw       -> BACKING_OFF b#1 ATTEMPT_FAILED timer:0.1s
                100ms       -> RUNNING b#2 RETRIED go:RETRY
                """);
    }

    @Test
    void aSlotComesBeforePermits() {
        play(
                Samples.POOLED_FIRST,
                """
                start queue -> QUEUED p STARTED
                admit       -> ACQUIRING p ADMITTED
                grant       -> RUNNING p#1 GRANTED go:FIRST
                """);
    }

    @Test
    void aRunThatComesOutOfAWaitQueuesAgain() {
        play(
                Samples.WAITS,
                """
                start queue
                admit
                next     -> WAITING w ENTERED timer:1m
                event Go -> QUEUED b EVENT_CONSUMED
                """);
    }

    /// ENG-14 a run that follows another one has a condition, and is skipped if that is not met.
    @Test
    void aRunFollowsAnotherOneIfThatEndedAsRequired() {
        String met = " -> RUNNING a#1 RELEASED,RELEASED go:FIRST";
        String unmet = " -> SKIPPED a RELEASED,ENDED";
        String[][] rows = {
            {"SUCCESS", "COMPLETED", met},
            {"SUCCESS", "FAILED", unmet},
            {"SUCCESS", "CANCELLED", unmet},
            {"SUCCESS", "SKIPPED", unmet},
            {"FAILURE", "COMPLETED", unmet},
            {"FAILURE", "EXHAUSTED", met},
            {"FAILURE", "CANCELLED", met},
            {"ANY_END", "COMPLETED", met},
            {"ANY_END", "ABORTED", met},
        };
        for (String[] row : rows) {
            play(
                    Samples.CHAIN,
                    "start after=7:%s -> BLOCKED a STARTED\nbefore 7 %s%s"
                            .formatted(row[0], row[1], row[2]));
        }
    }

    @Test
    void aSkippedRunSaysForWhat() {
        DecisionTable table = play(Samples.CHAIN, "start after=7:SUCCESS\nbefore 7 FAILED");
        assertThat(String.valueOf(table.run().condition().ending()))
                .contains("ended as FAILED")
                .contains("needs SUCCESS");
    }

    /// ENG-13 ENG-17 what was ordered to come before and what stands before by key count together.
    @Test
    void allPredecessorsMustHaveEnded() {
        play(
                Samples.CHAIN,
                """
                start after=7:SUCCESS behind=8 -> BLOCKED a STARTED
                before 8 FAILED                -> BLOCKED a RELEASED
                before 7 COMPLETED             -> RUNNING a#1 RELEASED,RELEASED go:FIRST
                """);
        play(
                Samples.CHAIN,
                """
                start after=7:SUCCESS behind=8
                before 7 FAILED                -> SKIPPED a RELEASED,ENDED
                """);
        play(
                Samples.CHAIN,
                """
                start behind=8
                before 8 CANCELLED             -> RUNNING a#1 RELEASED,RELEASED go:FIRST
                """);
    }

    /// ENG-13 delay, then predecessors, then the queue, then permits.
    @Test
    void startOptionsAreHonouredTogetherInTheirOrder() {
        play(
                Samples.POOLED_FIRST,
                """
                start delay=5s after=7:SUCCESS queue -> DELAYED p STARTED timer:5s
                5s                                   -> BLOCKED p DUE
                before 7 COMPLETED                   -> QUEUED p RELEASED,RELEASED
                admit                                -> ACQUIRING p ADMITTED
                grant                                -> RUNNING p#1 GRANTED go:FIRST
                """);
    }

    @Test
    void aPredecessorThatEndsDuringTheDelayIsRemembered() {
        play(
                Samples.CHAIN,
                """
                start delay=5s after=7:SUCCESS -> DELAYED a STARTED timer:5s
                before 7 COMPLETED             -> DELAYED a RELEASED timer:5s
                5s                             -> RUNNING a#1 DUE go:FIRST
                """);
        play(
                Samples.CHAIN,
                """
                start delay=5s after=7:SUCCESS
                before 7 FAILED                -> DELAYED a RELEASED timer:5s
                5s                             -> SKIPPED a ENDED
                """);
    }

    @Test
    void theSameWordOfAPredecessorCountsOnce() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start after=7:SUCCESS behind=8
                        before 8 FAILED -> BLOCKED a RELEASED
                        before 8 FAILED
                        """);
        assertThat(table.last().entries()).isEmpty();
        assertThat(table.last().taken()).hasSize(1);
    }

    @Test
    void aRunThatFindsItsPredecessorEndedStartsWithoutAMessage() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start after=7:SUCCESS
                        learns 7 COMPLETED -> RUNNING a#1 RELEASED,RELEASED go:FIRST
                        """);
        assertThat(table.last().taken()).isEmpty();
    }

    /// ENG-13 a predecessor that ends while its follower is held lets it start when it is let go.
    @Test
    void aHeldRunThatIsReleasedStartsWhenItIsLetGo() {
        play(
                Samples.LOOPS,
                """
                start after=7:SUCCESS
                pause              -> PAUSED a PAUSED held:BLOCKED
                before 7 COMPLETED -> PAUSED a RELEASED held:BLOCKED
                resume             -> RUNNING a#1 RESUMED go:FIRST
                """);
        play(
                Samples.CHAIN,
                """
                start after=7:SUCCESS
                pause              -> PAUSED a PAUSED held:BLOCKED
                before 7 FAILED    -> SKIPPED a RELEASED,ENDED
                """);
        play(
                Samples.CHAIN,
                """
                start after=7:SUCCESS
                pause
                resume             -> BLOCKED a RESUMED
                """);
    }

    @Test
    void aFollowerGetsAMessageForTheEnd() {
        DecisionTable table = DecisionTable.of(Samples.CHAIN);
        table.withRelatives(java.util.List.of(), java.util.List.of(DecisionTable.id("8")));
        table.then(
                """
                start parent=9
                followed -> RUNNING a#1 FOLLOWED
                followed -> same
                fail     -> FAILED a#1 ENDED sends:9:CHILD_ENDED:FAILED sends:8:PREDECESSOR_ENDED:FAILED
                """);
    }

    /// Who leaves the line of a key before its turn lets the next one move up, not start.
    @Test
    void aRunThatLeavesTheLineOfItsKeyMovesTheNextOneUp() {
        DecisionTable leaving = DecisionTable.of(Samples.CHAIN);
        leaving.withRelatives(java.util.List.of(), java.util.List.of(DecisionTable.id("8")));
        leaving.then(
                """
                start behind=7
                followed
                cancel -> CANCELLED a CANCEL_REQUESTED,ENDED sends:8:PREDECESSOR_LEFT:0000000000007 sends:8:PREDECESSOR_ENDED:CANCELLED
                """);
        for (String word : new String[] {"left 7 6", "learns-left 7 6"}) {
            DecisionTable next =
                    play(
                            Samples.CHAIN,
                            """
                            start behind=7
                            left 5 4           -> BLOCKED a
                            %s                 -> BLOCKED a RELEASED
                            before 7 CANCELLED -> BLOCKED a RELEASED
                            before 6 FAILED    -> RUNNING a#1 RELEASED,RELEASED go:FIRST
                            """
                                    .formatted(word));
            assertThat(next.run().origin().links().behind().run()).isEqualTo(DecisionTable.id("6"));
        }
    }

    /// ENG-27 history has times, numbers without gaps, and an actor.
    @Test
    void historyIsNumberedAndSaysWhoActed() {
        DecisionTable table = play(Samples.CHAIN, "start\nthrow");
        HistoryEntry entry = table.last().entries().getFirst();
        assertThat(entry.seq()).isEqualTo(2);
        assertThat(entry.at()).isEqualTo(DecisionTable.START);
        assertThat(entry.actor()).isEqualTo(HistoryEntry.ENGINE);
        table.then("pause");
        assertThat(table.last().entries().getFirst().actor()).isEqualTo("ana");
        assertThat(table.last().entries().getFirst().detail()).isEqualTo("because");
        assertThat(table.run().version()).isEqualTo(3);
    }
}

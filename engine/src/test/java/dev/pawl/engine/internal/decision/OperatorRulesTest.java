package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Every command of an operator in every status.
final class OperatorRulesTest {

    /// ENG-11 a cancel is durable and works in every status; what never started needs no cleanup.
    @Test
    void cancelEndsARunWhereverItStands() {
        String[][] rows = {
            {"start delay=5s", "CANCELLED a CANCEL_REQUESTED,ENDED"},
            {"start after=7:SUCCESS", "CANCELLED a CANCEL_REQUESTED,ENDED"},
            {"start queue", "CANCELLED a CANCEL_REQUESTED,ENDED"},
            {"start queue\npause", "CANCELLED a CANCEL_REQUESTED,ENDED"},
            {"start queue\npark", "CANCELLED a CANCEL_REQUESTED,ENDED"},
            {"start", "RUNNING a#1 CANCEL_REQUESTED ending:CANCELLED stop"},
            {
                "start\nthrow",
                "CLEANING a#1 CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED go:FIRST"
            },
            {
                "start\nthrow\npause",
                "CLEANING a#1 CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED go:FIRST"
            },
            {
                "start\nthrow\npark",
                "CLEANING a#1 CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED go:FIRST"
            },
        };
        for (String[] row : rows) play(Samples.CLEANED, row[0] + "\ncancel -> " + row[1]);
        play(
                Samples.WAITS,
                """
                start
                next
                cancel -> CLEANING w#1 CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED go:FIRST
                """);
        play(Samples.DOOR, "start\ncancel -> CANCELLED w CANCEL_REQUESTED,ENDED");
        play(Samples.POOLED_FIRST, "start\ncancel -> CANCELLED p CANCEL_REQUESTED,ENDED");
    }

    /// ENG-11 the first cause wins, and cancelling twice before the end changes nothing.
    @Test
    void theFirstCauseOfAnEndWins() {
        play(
                Samples.CLEANED,
                """
                start deadline=20s
                cancel       -> RUNNING a#1 CANCEL_REQUESTED ending:CANCELLED stop
                cancel       -> same
                20s          -> same
                parent-ended -> RUNNING a#1 ending:CANCELLED
                fail         -> CLEANING a#1 CLEANUP_STARTED ending:CANCELLED go:FIRST
                cancel       -> same
                next         -> CANCELLED a#1 ENDED
                cancel       -> refused: it has ended
                """);
        play(Samples.CLEANED, "start\nabort\ncancel -> same\nnext -> ABORTED a#1 ENDED");
        play(
                Samples.ALWAYS,
                "start\nnext\nnext\ncancel -> same\nnext -> COMPLETED complete#1 ENDED");
    }

    @Test
    void aCancelSaysWhoAndWhy() {
        DecisionTable table = play(Samples.CHAIN, "start queue\ncancel");
        assertThat(String.valueOf(table.run().condition().ending())).contains("by ana: because");
    }

    /// ENG-32 a pause holds a run that does nothing at once, and others when their attempt is over.
    @Test
    void pauseHoldsARunWhereverItStandsAndResumeContinuesIt() {
        String[][] rows = {
            {
                "start delay=5s",
                "PAUSED a PAUSED held:DELAYED timer:5s",
                "DELAYED a RESUMED timer:5s"
            },
            {"start after=7:SUCCESS", "PAUSED a PAUSED held:BLOCKED", "BLOCKED a RESUMED"},
            {"start queue", "PAUSED a PAUSED held:QUEUED", "QUEUED a RESUMED"},
            {
                "start\nthrow",
                "PAUSED a#1 PAUSED held:BACKING_OFF timer:1s",
                "BACKING_OFF a#1 RESUMED timer:1s"
            },
            {"start", "RUNNING a#1 PAUSE_REQUESTED pausing", "RUNNING a#1 RESUMED"},
        };
        for (String[] row : rows) {
            play(
                    Samples.CHAIN,
                    row[0] + "\npause -> " + row[1] + "\npause -> same\nresume -> " + row[2]);
        }
        play(
                Samples.WAITS,
                """
                start
                next
                pause  -> PAUSED w PAUSED held:WAITING timer:1m
                resume -> WAITING w RESUMED timer:1m
                """);
        play(
                Samples.POOLED_FIRST,
                "start\npause -> PAUSED p PAUSED held:ACQUIRING\nresume -> ACQUIRING p RESUMED");
    }

    @Test
    void aPauseWhileABodyExecutesTakesEffectWithItsAnswer() {
        String[][] rows = {
            {"next", "PAUSED b ENTERED,PAUSED held:RUNNING", "RUNNING b#1 RESUMED go:FIRST"},
            {"repeatWith", "PAUSED a REPEATED,PAUSED held:RUNNING", "RUNNING a#1 RESUMED go:FIRST"},
            {
                "repeatWith 5s",
                "PAUSED a REPEATED,PAUSED held:BACKING_OFF timer:5s",
                "BACKING_OFF a RESUMED timer:5s"
            },
            {
                "throw",
                "PAUSED a#1 ATTEMPT_FAILED,PAUSED held:BACKING_OFF timer:1s",
                "BACKING_OFF a#1 RESUMED timer:1s"
            },
            {
                "timeout",
                "PAUSED a#1 ATTEMPT_TIMED_OUT,ATTEMPT_FAILED,PAUSED held:BACKING_OFF timer:1s",
                "BACKING_OFF a#1 RESUMED timer:1s"
            },
        };
        for (String[] row : rows) {
            play(
                    Samples.CHAIN,
                    "start\npause\n%s -> %s\nresume -> %s".formatted(row[0], row[1], row[2]));
        }
        play(Samples.WAITS, "start\npause\nnext -> PAUSED w ENTERED,PAUSED held:WAITING timer:1m");
        play(Samples.CHAIN, "start\nnext\npause\nnext -> COMPLETED complete ENDED");
        play(
                Samples.CLEANED,
                "start\npause\nfail -> CLEANING a#1 CLEANUP_STARTED ending:FAILED go:FIRST");
        play(
                Samples.CHAIN,
                """
                start queue
                admit
                pause
                next   -> PAUSED b ENTERED,PAUSED held:RUNNING
                resume -> QUEUED b RESUMED
                """);
    }

    /// ENG-15 a run that was held has given its slot away, and queues for another.
    @Test
    void aPausedRunOfAQueueQueuesAgainAlsoOutOfABackOff() {
        play(
                Samples.CHAIN,
                """
                start queue
                admit
                throw
                pause  -> PAUSED a#1 PAUSED held:BACKING_OFF timer:1s
                resume -> QUEUED a#1 RESUMED
                admit  -> RUNNING a#2 ADMITTED go:RETRY
                """);
    }

    @Test
    void timePassesWhileARunIsPaused() {
        play(
                Samples.CHAIN,
                """
                start delay=5s
                pause
                9s     -> same
                resume -> DELAYED a RESUMED timer:-4s
                due    -> RUNNING a#1 DUE go:FIRST
                """);
    }

    @Test
    void aRunThatIsEndingIsNotPaused() {
        play(Samples.CLEANED, "start\nabort\npause -> refused: about to end");
        play(
                Samples.CLEANED,
                """
                start
                pause
                cancel -> RUNNING a#1 CANCEL_REQUESTED ending:CANCELLED stop
                pause  -> refused: about to end
                """);
        play(Samples.PATIENT, "start\nabort children=1\npause -> refused: about to end");
    }

    @Test
    void onlyAPausedRunIsResumed() {
        for (String line :
                new String[] {"start", "start queue", "start delay=5s", "start queue\npark"}) {
            play(Samples.CHAIN, line + "\nresume -> refused: it is not paused");
        }
    }

    /// A run stays paused after it was parked because its machine was missing.
    @Test
    void aPausedRunThatIsParkedIsPausedAgainWhenItIsLetGo() {
        play(
                Samples.WAITS,
                """
                start
                next
                pause  -> PAUSED w PAUSED held:WAITING timer:1m
                park   -> PARKED w PARKED held:WAITING pausing timer:1m
                unpark -> PAUSED w UNPARKED,PAUSED held:WAITING timer:1m
                resume -> WAITING w RESUMED timer:1m
                """);
        play(
                Samples.CHAIN,
                """
                start queue
                park  -> PARKED a PARKED held:QUEUED
                pause -> PARKED a PAUSE_REQUESTED held:QUEUED pausing
                pause -> same
                retry -> PAUSED a RETRIED,PAUSED held:QUEUED
                """);
        play(
                Samples.CHAIN,
                """
                start queue
                park
                pause
                resume -> PARKED a RESUMED held:QUEUED
                unpark -> QUEUED a UNPARKED
                """);
    }

    @Test
    void retryDoesNotWaitForTheBackOff() {
        play(Samples.CHAIN, "start\nthrow\nretry -> RUNNING a#2 RETRIED go:RETRY");
        play(
                Samples.CLEANED,
                """
                start
                abort
                retry -> refused: its cleanup is executing
                throw
                retry -> CLEANING a#2 RETRIED ending:ABORTED go:RETRY
                """);
        for (String line :
                new String[] {"start", "start queue", "start delay=5s", "start queue\npause"}) {
            play(Samples.CHAIN, line + "\nretry -> refused: parked or backing-off");
        }
    }

    @Test
    void aParkedRunContinuesAsWhatItWas() {
        String[][] rows = {
            {"start delay=5s", "DELAYED a RETRIED timer:5s"},
            {"start after=7:SUCCESS", "BLOCKED a RETRIED"},
            {"start queue", "QUEUED a RETRIED"},
            {"start\nthrow", "BACKING_OFF a#1 RETRIED timer:1s"},
        };
        for (String[] row : rows) play(Samples.CHAIN, row[0] + "\npark\nretry -> " + row[1]);
        play(
                Samples.WAITS,
                """
                start
                next
                park
                event Go
                retry -> RUNNING b#1 RETRIED,EVENT_CONSUMED go:FIRST
                """);
        play(
                Samples.CLEANED,
                """
                start
                abort
                park  -> PARKED a#1 PARKED held:CLEANING ending:ABORTED stop
                retry -> CLEANING a#2 RETRIED ending:ABORTED go:CRASH
                """);
    }

    /// The outcome of a body that was parked in flight does not count, and its progress is unknown.
    @Test
    void aRunThatIsParkedInFlightIsTreatedAsInterrupted() {
        play(
                Samples.CHAIN,
                """
                start
                park    -> PARKED a#1 PARKED held:RUNNING stop
                next    -> same
                unpark  -> RUNNING a#2 UNPARKED go:CRASH
                """);
        play(
                Samples.CLEANED,
                """
                start
                cancel
                park
                unpark -> CLEANING a#1 UNPARKED,CLEANUP_STARTED ending:CANCELLED go:FIRST
                """);
    }

    @Test
    void unparkIsForParkedRuns() {
        play(Samples.CHAIN, "start\nunpark -> same\nthrow\npause\nunpark -> same");
    }

    /// ENG-32 an operator may send a run to any state.
    @Test
    void goToEntersAStateFromWhereverTheRunStands() {
        String there = "RUNNING b#1 WENT_TO go:FIRST";
        String[][] rows = {
            {"start delay=5s", there},
            {"start after=7:SUCCESS", there},
            {"start\nthrow", there},
            {"start queue\npark", "QUEUED b WENT_TO"},
            {"start queue", "QUEUED b WENT_TO"},
            {"start queue\npause", "PAUSED b WENT_TO,PAUSED held:QUEUED"},
            {"start\nthrow\npause", "PAUSED b WENT_TO,PAUSED held:RUNNING"},
        };
        for (String[] row : rows) play(Samples.CHAIN, row[0] + "\ngoto b -> " + row[1]);
        play(Samples.WAITS, "start\nnext\ngoto b -> RUNNING b#1 WENT_TO go:FIRST");
        play(
                Samples.WAITS,
                "start\nnext\npause\ngoto w -> PAUSED w WENT_TO,PAUSED held:WAITING timer:1m");
        play(Samples.CHAIN, "start delay=5s\ngoto complete -> COMPLETED complete WENT_TO,ENDED");
        play(
                Samples.CHAIN,
                "start after=7:SUCCESS\ngoto complete -> COMPLETED complete WENT_TO,ENDED");
        play(Samples.ALWAYS, "start queue\ngoto complete -> COMPLETED complete WENT_TO,ENDED");
        play(
                Samples.CHAIN,
                "start\nthrow\npause\ngoto complete -> COMPLETED complete WENT_TO,ENDED");
    }

    @Test
    void goToStopsABodyInFlightFirst() {
        play(
                Samples.CHAIN,
                """
                start
                goto b -> RUNNING a#1 WENT_TO stop
                next   -> RUNNING b#1 WENT_TO go:FIRST
                """);
        DecisionTable table =
                play(Samples.CHAIN, "start\nmemo x\ngoto b\nclose -> RUNNING b#1 WENT_TO go:FIRST");
        assertThat(table.run().data().inbox()).isEmpty();
        assertThat(table.run().data().event()).isNull();
    }

    @Test
    void theLastOrderToGoElsewhereCountsAndNoEventGoesBeforeIt() {
        DecisionTable table =
                play(
                        Samples.LOOPS,
                        """
                        start
                        goto b
                        goto c -> RUNNING a#1 WENT_TO stop
                        next   -> RUNNING c#1 WENT_TO go:FIRST
                        next   -> COMPLETED complete ENDED
                        """);
        assertThat(table.run().data().inbox()).isEmpty();
        play(
                Samples.WAITS,
                """
                start
                event Stop
                goto b -> RUNNING a#1 WENT_TO stop
                next   -> RUNNING b#1 WENT_TO go:FIRST
                """);
    }

    @Test
    void aRunThatIsToPauseIsPausedWhereItIsSent() {
        play(Samples.CHAIN, "start\npause\ngoto b\nnext -> PAUSED b WENT_TO,PAUSED held:RUNNING");
    }

    @Test
    void goToNeedsAStateAndARunThatIsNotEnding() {
        play(
                Samples.CHAIN,
                "start\ngoto z -> refused: chain v1 (has: a, b, complete) has no such state");
        play(Samples.CLEANED, "start\nabort\ngoto b -> refused: about to end");
        play(Samples.CHAIN, "start\ncancel\ngoto b -> refused: about to end");
    }

    /// ENG-21 an operator may skip a state that does no good.
    @Test
    void skipLeavesTheStateAsIfItWereDone() {
        play(
                Samples.CHAIN,
                """
                start
                skip  -> RUNNING a#1 STATE_SKIPPED stop
                throw -> RUNNING b#1 WENT_TO go:FIRST
                """);
        play(Samples.CHAIN, "start\nnext\nthrow\nskip -> COMPLETED complete STATE_SKIPPED,ENDED");
        play(Samples.WAITS, "start\nnext\nskip -> RUNNING c#1 STATE_SKIPPED go:FIRST");
        play(Samples.DOOR, "start\nskip -> RUNNING a#1 STATE_SKIPPED go:FIRST");
        play(Samples.PARENT, "start\nnext children=1\nskip -> RUNNING b#1 STATE_SKIPPED go:FIRST");
        play(Samples.CHAIN, "start delay=5s\nskip -> RUNNING b#1 STATE_SKIPPED go:FIRST");
        play(Samples.CLEANED, "start\nabort\nskip -> refused: about to end");
    }

    /// ENG-20 ENG-21 a run whose state is gone can be ended or sent elsewhere, and nothing throws.
    @Test
    void aRunWhoseStateIsGoneCanOnlyBeSentElsewhereOrEnded() {
        String stranded = "start\nnext\nadopt gone -> PARKED w PARKED held:WAITING timer:1m\n";
        play(Samples.WAITS, stranded + "retry -> refused: has no such state");
        play(Samples.WAITS, stranded + "skip -> refused: has no such state");
        play(Samples.WAITS, stranded + "unpark -> same");
        play(
                Samples.WAITS,
                stranded + "event Go -> refused: no state of waits v2 accepts event Go");
        play(
                Samples.WAITS,
                stranded + "known-event Go -> PARKED w EVENT_RECEIVED held:WAITING timer:1m");
        play(Samples.WAITS, stranded + "pause\nresume -> PARKED w RESUMED held:WAITING timer:1m");
        play(Samples.WAITS, stranded + "goto z -> RUNNING z#1 WENT_TO go:FIRST");
        play(Samples.WAITS, stranded + "cancel -> CANCELLED w CANCEL_REQUESTED,ENDED");
        play(Samples.WAITS, stranded + "1h -> same");
    }
}

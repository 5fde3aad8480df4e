package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;

import org.junit.jupiter.api.Test;

/// ENG-03 ENG-38 orders without an engine make a run ready, and count no attempt that no engine
/// executed.
final class OfflineTest {
    @Test
    void anOrderLeavesTheRunDueAndItsFirstAttemptIsTheFirst() {
        String due = "BACKING_OFF b WENT_TO timer:0s";
        String[][] rows = {
            {"start delay=5s", "goto b", due},
            {"start after=7:SUCCESS", "goto b", due},
            {"start\nthrow", "goto b", due},
            {"start\nthrow\npark", "goto b", due},
            {"start delay=5s", "skip", "BACKING_OFF b STATE_SKIPPED timer:0s"},
            {"start\npause\nnext", "resume", "BACKING_OFF b RESUMED timer:0s"},
        };
        for (String[] row : rows) {
            play(
                    Samples.CHAIN,
                    """
                    %s
                    offline %s -> %s
                    due        -> RUNNING b#1 RETRIED go:FIRST
                    """
                            .formatted((Object[]) row));
        }
        play(Samples.WAITS, "start\nnext\noffline goto b -> " + due);
        play(Samples.POOLED, "start\nnext\noffline goto a -> BACKING_OFF a WENT_TO timer:0s");
    }

    @Test
    void aRetryContinuesCountingWhereTheAttemptsStopped() {
        play(
                Samples.CHAIN,
                """
                start
                throw
                offline retry -> BACKING_OFF a#1 RETRIED timer:0s
                due           -> RUNNING a#2 RETRIED go:RETRY
                """);
        play(
                Samples.CHAIN,
                """
                start
                park
                offline retry -> BACKING_OFF a#1 RETRIED timer:0s
                due           -> RUNNING a#2 RETRIED go:CRASH
                """);
    }

    @Test
    void aRunThatNeedsASlotOrPermitsWaitsForThem() {
        play(Samples.CHAIN, "start queue\npause\noffline resume -> QUEUED a RESUMED");
        play(Samples.POOLED_FIRST, "start\npause\noffline resume -> ACQUIRING p RESUMED");
    }

    @Test
    void aCleanupStartsWithTheNextEngine() {
        play(
                Samples.CLEANED,
                """
                start
                throw
                offline cancel -> CLEANING a CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED timer:0s
                due            -> CLEANING a#1 RETRIED ending:CANCELLED go:FIRST
                throw          -> CLEANING a#1 ATTEMPT_FAILED ending:CANCELLED timer:1s
                1s             -> CLEANING a#2 RETRIED ending:CANCELLED go:RETRY
                """);
    }

    @Test
    void whatNoBodyStartedNeedsNoCleanup() {
        play(
                Samples.CLEANED,
                """
                start delay=5s
                offline goto b -> BACKING_OFF b WENT_TO timer:0s
                offline cancel -> CANCELLED b CANCEL_REQUESTED,ENDED
                """);
    }
}

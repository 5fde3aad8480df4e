package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.Payload;
import org.junit.jupiter.api.Test;

/// ENG-29 Cleanups: recorded, with a policy of their own, visible when they fail, and never for
/// ever.
final class CleanupRulesTest {

    @Test
    void aCleanupRunsBeforeEveryEndButCompletion() {
        play(
                Samples.CLEANED,
                """
                start
                abort -> CLEANING a#1 CLEANUP_STARTED ending:ABORTED go:FIRST
                next  -> ABORTED a#1 ENDED
                """);
        play(
                Samples.CLEANED,
                """
                start
                fail -> CLEANING a#1 CLEANUP_STARTED ending:FAILED go:FIRST
                next -> FAILED a#1 ENDED
                """);
        play(Samples.CLEANED, "start\nnext\nnext -> COMPLETED complete ENDED");
        play(
                Samples.CLEANED,
                """
                start
                throw
                1s
                throw
                1s
                throw -> CLEANING a#1 ATTEMPT_FAILED,CLEANUP_STARTED ending:EXHAUSTED go:FIRST
                next  -> EXHAUSTED a#1 ENDED
                """);
    }

    @Test
    void aCleanupThatIsAlwaysWantedRunsAfterSuccessToo() {
        play(
                Samples.ALWAYS,
                """
                start
                next
                next -> CLEANING complete#1 CLEANUP_STARTED ending:COMPLETED go:FIRST
                next -> COMPLETED complete#1 ENDED
                """);
        play(
                Samples.ALWAYS,
                "start\nabort -> CLEANING a#1 CLEANUP_STARTED ending:ABORTED go:FIRST");
    }

    @Test
    void aRunThatNeverStartedHasNothingToCleanUp() {
        play(Samples.ALWAYS, "start queue\ncancel -> CANCELLED a CANCEL_REQUESTED,ENDED");
        play(Samples.ALWAYS, "start queue\ngoto complete -> COMPLETED complete WENT_TO,ENDED");
    }

    @Test
    void aFailedCleanupIsTriedAgainByItsOwnPolicyAndThenGivenUp() {
        DecisionTable table =
                play(
                        Samples.CLEANED,
                        """
                        start
                        abort
                        throw -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:1s
                        next  -> same
                        1s    -> CLEANING a#2 RETRIED ending:ABORTED go:RETRY
                        throw -> ABORTED a#2 CLEANUP_FAILED,ENDED
                        """);
        assertThat(table.run().progress().error()).hasToString("Broken: broken");
        assertThat(String.valueOf(table.run().condition().ending())).contains("unsafe");
        play(
                Samples.CLEANED,
                """
                start
                abort
                timeout -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:1s
                1s
                timeout -> ABORTED a#2 CLEANUP_FAILED,ENDED
                """);
        play(Samples.CLEANED, "start\nabort\nbug\n1s\nbug -> ABORTED a#2 CLEANUP_FAILED,ENDED");
        play(
                Samples.CLEANED,
                """
                start
                abort
                retryAfter 9s -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:9s
                """);
        play(
                Samples.CLEANED,
                "start\nabort\nrevoke -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:1s");
    }

    @Test
    void aCleanupThatGivesUpOrAnswersNonsenseIsSeenAndNotRepeated() {
        for (String answer :
                new String[] {
                    "abort",
                    "fail",
                    "throw-abort",
                    "throw-fail",
                    "goTo b",
                    "repeatWith",
                    "waitAndRepeat 5s",
                    "executeBody"
                }) {
            play(
                    Samples.CLEANED,
                    "start\ncancel\nnext\n" + answer + " -> CANCELLED a#1 CLEANUP_FAILED,ENDED");
        }
    }

    @Test
    void whatACleanupAnswersWithIsCarried() {
        DecisionTable table =
                play(
                        Samples.CLEANED,
                        "start\nabort\nnext note=c send=7 -> ABORTED a#1 ENDED sends:7:EVENT:Go");
        assertThat(table.last().accepts()).isTrue();
        assertThat(table.run().data().context()).isEqualTo(Payload.of("c"));
    }

    @Test
    void aCleanupRecordsResultsOfItsOwn() {
        DecisionTable table = play(Samples.CLEANED, "start\nmemo step\nabort");
        assertThat(table.run().data().memos()).isEmpty();
        table.then("memo mine -> CLEANING a#1 RESULT_RECORDED ending:ABORTED\nthrow\n1s");
        assertThat(table.run().data().memos()).containsOnlyKeys("mine");
    }

    /// A cleanup that cannot be executed can be given up; the run ends as was decided.
    @Test
    void aParkedCleanupIsGivenUpByACancel() {
        play(
                Samples.CLEANED,
                """
                start
                abort
                park   -> PARKED a#1 PARKED held:CLEANING ending:ABORTED stop
                cancel -> ABORTED a#1 CANCEL_REQUESTED,CLEANUP_FAILED,ENDED
                """);
    }
}

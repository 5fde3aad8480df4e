package dev.pawl.engine;

import static dev.pawl.engine.Script.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.Payload;
import org.junit.jupiter.api.Test;

/// ENG-29 Cleanups: recorded, with a policy of their own, visible when they fail, and never for
/// ever.
final class CleanupsTest {

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
    void aRunThatNeverBeganHasNothingToCleanUp() {
        play(Samples.ALWAYS, "start queue\ncancel -> CANCELLED a CANCEL_REQUESTED,ENDED");
        play(Samples.ALWAYS, "start queue\ngo-to complete -> COMPLETED complete WENT_TO,ENDED");
    }

    @Test
    void aFailedCleanupIsTriedAgainByItsOwnPolicyAndThenGivenUp() {
        Script script =
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
        assertThat(script.run().progress().error()).hasToString("Broken: broken");
        assertThat(String.valueOf(script.run().condition().ending())).contains("unsafe");
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
                "start\nabort\nretry 9s -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:9s");
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
                    "goto b",
                    "again",
                    "later 5s",
                    "redo"
                }) {
            play(
                    Samples.CLEANED,
                    "start\ncancel\nnext\n" + answer + " -> CANCELLED a#1 CLEANUP_FAILED,ENDED");
        }
    }

    @Test
    void whatACleanupAnswersWithIsCarried() {
        Script script =
                play(
                        Samples.CLEANED,
                        "start\nabort\nnext note=c send=7 -> ABORTED a#1 ENDED tells:7:EVENT:Go");
        assertThat(script.last().accepts()).isTrue();
        assertThat(script.run().data().context()).isEqualTo(Payload.of("c"));
    }

    @Test
    void aCleanupRecordsResultsOfItsOwn() {
        Script script = play(Samples.CLEANED, "start\nmemo step\nabort");
        assertThat(script.run().data().memos()).isEmpty();
        script.then("memo mine -> CLEANING a#1 MEMO ending:ABORTED\nthrow\n1s");
        assertThat(script.run().data().memos()).containsOnlyKeys("mine");
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

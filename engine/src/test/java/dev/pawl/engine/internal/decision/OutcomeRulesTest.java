package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Limits;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How a run continues when its body answers, throws or is stopped.
final class OutcomeRulesTest {
    private static final Definition DEAD_END =
            Machine.named("dead-end", String.class, String.class)
                    .step("a", attempt -> attempt.next(), s -> s.goesTo("complete"))
                    .step("b", attempt -> attempt.fail("no"), s -> s.alwaysFails())
                    .build()
                    .definition();

    @Test
    void nextLeadsThroughTheStatesInTheirOrderToTheEnd() {
        play(
                Samples.CHAIN,
                """
                start -> RUNNING a#1 STARTED go:FIRST
                next  -> RUNNING b#1 ENTERED go:FIRST
                next  -> COMPLETED complete ENDED
                """);
    }

    /// ENG-05 finishing early is a success, and must be declared.
    @Test
    void finishingEarlyCompletesTheRunIfTheStepDeclaresIt() {
        DecisionTable early =
                play(Samples.LOOPS, "start\nfinish response=r -> COMPLETED complete ENDED");
        assertThat(early.run().data().response()).isEqualTo(Payload.of("r"));

        DecisionTable wrong =
                play(
                        Samples.CHAIN,
                        "start\nfinish response=r children=1 -> FAILED a#1 ATTEMPT_FAILED,ENDED");
        assertThat(failure(wrong)).contains("finish").contains("chain v1").contains("'a'");
        assertThat(wrong.run().data().response()).isNull();
        assertThat(wrong.last().accepts()).isFalse();
    }

    /// A step that always fails ends the run by its failure; any other answer is a bug.
    @Test
    void aStepThatAlwaysFailsAnswersOnlyWithAFailure() {
        play(DEAD_END, "start\nnext\nfail -> FAILED b#1 ENDED");
        play(DEAD_END, "start\nnext\nabort -> ABORTED b#1 ENDED");
        for (String answer :
                List.of(
                        "next",
                        "finish",
                        "goTo a",
                        "repeatWith",
                        "waitAndRepeat 5s",
                        "retryAfter 5s")) {
            DecisionTable wrong =
                    play(
                            DEAD_END,
                            "start\nnext\n" + answer + " -> FAILED b#1 ATTEMPT_FAILED,ENDED");
            assertThat(failure(wrong))
                    .contains("step 'b' of dead-end v1")
                    .contains("it always fails, so it may answer only Fail or Abort, found ");
            assertThat(wrong.last().accepts()).isFalse();
        }
    }

    /// No state follows a step that always fails, so it is retried or left for a named state only.
    @Test
    void aStepThatAlwaysFailsCannotBeSkipped() {
        play(
                DEAD_END,
                """
                start
                next
                throw -> BACKING_OFF b#1 ATTEMPT_FAILED timer:0.1s
                skip  -> refused: it always fails, so no state follows it
                goto complete -> COMPLETED complete WENT_TO,ENDED
                """);
    }

    /// ENG-05 jumps are declared, forward and back.
    @Test
    void goingToAnotherStateMustBeDeclared() {
        play(Samples.LOOPS, "start\ngoTo c -> RUNNING c#1 ENTERED go:FIRST");
        DecisionTable wrong =
                play(Samples.LOOPS, "start\ngoTo b -> FAILED a#1 ATTEMPT_FAILED,ENDED");
        assertThat(failure(wrong))
                .contains("step 'a' of loops v1")
                .contains("goTo('b'), which is not declared (declared: c)")
                .endsWith("declare it with goesTo(\"b\")");
        DecisionTable back = play(Samples.LOOPS, "start\ngoTo c\ngoTo a");
        assertThat(failure(back))
                .contains("(declared: b)")
                .endsWith("declare it with goesTo(\"a\", times) or loopsTo(\"a\")");
        DecisionTable nowhere = play(Samples.LOOPS, "start\ngoTo nowhere");
        assertThat(failure(nowhere))
                .endsWith("goTo('nowhere'), which does not exist (has: a, b, c, complete)");
    }

    /// ENG-06 a way back has a bound, and reaching it is an end of its own kind.
    @Test
    void aWayBackIsTakenAsOftenAsItsBoundSays() {
        DecisionTable table =
                play(
                        Samples.LOOPS,
                        """
                        start
                        next   -> RUNNING b#1 ENTERED go:FIRST
                        goTo a -> RUNNING a#1 ENTERED go:FIRST
                        next   -> RUNNING b#1 ENTERED go:FIRST
                        goTo a -> RUNNING a#1 ENTERED go:FIRST
                        next   -> RUNNING b#1 ENTERED go:FIRST
                        goTo a -> EXHAUSTED b#1 ENDED
                        """);
        assertThat(failure(table)).contains("'b' went to 'a' 2 times, the bound");
        assertThat(table.run().progress().visits("b", "a")).isEqualTo(2);
        assertThat(table.last().accepts()).isFalse();
    }

    /// ENG-06 what an operator sends somewhere takes no way of the step's.
    @Test
    void onlyTheWayItselfCountsTowardsItsBound() {
        DecisionTable table = play(Samples.LOOPS, "start\nnext");
        for (int i = 0; i < 5; i++) {
            table.then("goto a\nthrow -> RUNNING a#1 WENT_TO go:FIRST\nnext");
        }
        table.then("goTo a -> RUNNING a#1 ENTERED go:FIRST");
        assertThat(table.run().progress().visits()).containsOnly(Map.entry("b > a", 1));
    }

    @Test
    void aLoopWithoutABoundIsTakenAsOftenAsTheStepLikes() {
        DecisionTable table =
                play(Samples.LOOPS, "start\nnext\nnext -> RUNNING c#1 ENTERED go:FIRST");
        for (int i = 0; i < 50; i++) {
            table.then(
                    "goTo b -> RUNNING b#1 ENTERED go:FIRST\nnext -> RUNNING c#1 ENTERED go:FIRST");
        }
    }

    /// ENG-05 the cursor loop: the same state, new data, attempts counted from the start.
    @Test
    void againExecutesTheSameStateWithNewContextAtOnceOrLater() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        throw              -> BACKING_OFF a#1 ATTEMPT_FAILED timer:1s
                        1s                 -> RUNNING a#2 RETRIED go:RETRY
                        memo page          -> RUNNING a#2 RESULT_RECORDED
                        repeatWith note=c1 -> RUNNING a#1 REPEATED go:FIRST
                        """);
        assertThat(table.run().data().context()).isEqualTo(Payload.of("c1"));
        assertThat(table.run().data().memos()).isEmpty();
        assertThat(table.run().progress().failures()).isZero();
        table.then(
                """
                repeatWith 5s note=c2 -> BACKING_OFF a REPEATED timer:5s
                4s                    -> same
                1s                    -> RUNNING a#1 RETRIED go:FIRST
                """);
    }

    /// What must be so first is waited for as often as it takes, and is not a failure.
    @Test
    void laterWaitsForItsReasonAndCountsAsNothing() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        waitAndRepeat 30s -> BACKING_OFF a REPEATED timer:30s
                        30s               -> RUNNING a#1 RETRIED go:FIRST
                        waitAndRepeat 30s -> BACKING_OFF a REPEATED timer:30s
                        """);
        assertThat(table.run().progress().waitsFor()).contains("the gate is shut");
        assertThat(table.run().progress().failures()).isZero();
        table.then(
                """
                30s  -> RUNNING a#1 RETRIED go:FIRST
                next -> RUNNING b#1 ENTERED go:FIRST
                """);
        assertThat(table.run().progress().error()).isNull();
        assertThat(table.run().progress().waitsFor()).isEmpty();
    }

    /// ENG-05 retry-after: the delay is the one that was named, and it counts as a failure.
    @Test
    void aNamedDelayIsKeptAndCountsAsAFailedAttempt() {
        play(
                Samples.CHAIN,
                """
                start
                retryAfter 30s -> BACKING_OFF a#1 ATTEMPT_FAILED timer:30s
                30s            -> RUNNING a#2 RETRIED go:RETRY
                retryAfter 1h  -> BACKING_OFF a#2 ATTEMPT_FAILED timer:1h
                1h             -> RUNNING a#3 RETRIED go:RETRY
                retryAfter 1s  -> EXHAUSTED a#3 ATTEMPT_FAILED,ENDED
                """);
    }

    @Test
    void aDelayBeyondAllMeasureIsCutToTheBound() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        retryAfter 99999999d -> BACKING_OFF a#1 ATTEMPT_FAILED timer:876000h
                        """);
        assertThat(table.run().timing().timer())
                .isEqualTo(DecisionTable.START.plus(Limits.DELAY_MAX));
    }

    @Test
    void abortAndFailAreEndsOfTheirOwn() {
        DecisionTable aborted = play(Samples.CHAIN, "start\nabort -> ABORTED a#1 ENDED");
        assertThat(failure(aborted)).isEqualTo("Abort: unsafe");
        DecisionTable failed = play(Samples.CHAIN, "start\nfail -> FAILED a#1 ENDED");
        assertThat(failure(failed)).isEqualTo("Fail: damaged");
    }

    @Test
    void redoIsForRecoveryBodiesAlone() {
        DecisionTable table =
                play(Samples.CHAIN, "start\nexecuteBody -> FAILED a#1 ATTEMPT_FAILED,ENDED");
        assertThat(failure(table)).contains("only a recovery body");
    }

    /// ENG-01 ENG-02 a policy bounds the retries; the end has its own kind and the last error.
    @Test
    void retriesAreTakenAsThePolicySaysAndThenTheRunIsExhausted() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        throw -> BACKING_OFF a#1 ATTEMPT_FAILED timer:1s
                        1s    -> RUNNING a#2 RETRIED go:RETRY
                        throw -> BACKING_OFF a#2 ATTEMPT_FAILED timer:1s
                        999ms -> same
                        1ms   -> RUNNING a#3 RETRIED go:RETRY
                        throw -> EXHAUSTED a#3 ATTEMPT_FAILED,ENDED
                        """);
        assertThat(failure(table)).isEqualTo("Broken: broken");
        assertThat(table.run().progress().error()).isEqualTo(Failure.of("Broken", "broken"));
    }

    /// ENG-03 attempts count on in the same state, and from 1 in the next one.
    @Test
    void attemptsAreCountedPerVisitOfAState() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        throw
                        1s    -> RUNNING a#2 RETRIED go:RETRY
                        next  -> RUNNING b#1 ENTERED go:FIRST
                        """);
        assertThat(table.run().progress().failures()).isZero();
        assertThat(table.run().progress().error()).isNull();
    }

    /// ENG-37 what looks like a bug has a smaller bound of its own.
    @Test
    void bugsAreRetriedLessOften() {
        play(
                retrying(Retry.fixed(5).bugs(1)),
                """
                start
                bug   -> BACKING_OFF a#1 ATTEMPT_FAILED timer:1s
                1s
                bug   -> EXHAUSTED a#2 ATTEMPT_FAILED,ENDED
                """);
        play(
                retrying(Retry.fixed(5).bugs(1)),
                """
                start
                throw
                1s
                throw -> BACKING_OFF a#2 ATTEMPT_FAILED timer:1s
                1s
                bug   -> EXHAUSTED a#3 ATTEMPT_FAILED,ENDED
                """);
        play(retrying(Retry.fixed(5).bugs(0)), "start\nbug -> EXHAUSTED a#1 ATTEMPT_FAILED,ENDED");
    }

    /// ENG-01 classes of errors that a policy names end the run at once.
    @Test
    void errorsThatThePolicyCallsFinalEndTheRun() {
        play(Samples.CHAIN, "start\nthrow-abort -> ABORTED a#1 ATTEMPT_FAILED,ENDED");
        play(Samples.CHAIN, "start\nthrow-fail -> FAILED a#1 ATTEMPT_FAILED,ENDED");
    }

    /// ENG-01 the elapsed time since the state was entered bounds retries too.
    @Test
    void noRetryStartsAfterTheElapsedTimeOfThePolicy() {
        Definition within =
                retrying(Retry.fixed(9, Duration.ofSeconds(2)).within(Duration.ofSeconds(5)));
        play(
                within,
                """
                start
                throw -> BACKING_OFF a#1 ATTEMPT_FAILED timer:2s
                2s
                1s
                throw -> BACKING_OFF a#2 ATTEMPT_FAILED timer:2s
                2s
                throw -> EXHAUSTED a#3 ATTEMPT_FAILED,ENDED
                """);
        play(within, "start\nretryAfter 6s -> EXHAUSTED a#1 ATTEMPT_FAILED,ENDED");
    }

    /// ENG-01 jitter spreads a delay by half to either side and no further.
    @Test
    void jitterStaysWithinItsSpread() {
        Definition jittered = retrying(Retry.fixed(1).jitter());
        expectDelay(jittered, 0, Duration.ofMillis(500));
        expectDelay(jittered, 0.5, Duration.ofSeconds(1));
        expectDelay(jittered, 0.999_999, Duration.ofNanos(1_499_999_000));
        expectDelay(retrying(Retry.fixed(1)), 0.9, Duration.ofSeconds(1));
    }

    private static void expectDelay(Definition definition, double random, Duration expected) {
        DecisionTable table = DecisionTable.of(definition).withRandom(random).then("start\nthrow");
        assertThat(table.run().timing().timer()).isEqualTo(DecisionTable.START.plus(expected));
    }

    /// ENG-04 an attempt that takes too long counts as failed.
    @Test
    void aTimeoutIsAFailedAttempt() {
        play(
                Samples.CHAIN,
                """
                start
                timeout -> BACKING_OFF a#1 ATTEMPT_TIMED_OUT,ATTEMPT_FAILED timer:1s
                1s
                timeout
                1s
                timeout -> EXHAUSTED a#3 ATTEMPT_TIMED_OUT,ATTEMPT_FAILED,ENDED
                """);
    }

    @Test
    void permitsAreTakenBeforeTheBodyAndGivenBackWhenTheyAreRevoked() {
        play(
                Samples.POOLED,
                """
                start
                next    -> ACQUIRING p ENTERED
                next    -> same
                grant   -> RUNNING p#1 GRANTED go:FIRST
                grant   -> same
                revoke  -> ACQUIRING p#1 INTERRUPTED
                grant   -> RUNNING p#2 GRANTED go:RETRY
                throw   -> BACKING_OFF p#2 ATTEMPT_FAILED timer:1s
                1s      -> ACQUIRING p#2 RETRIED
                grant   -> RUNNING p#3 GRANTED go:RETRY
                """);
    }

    /// A lease can be taken back just when its run has continued: the wrong body is hit.
    @Test
    void aRevocationThatHitsAStepWithoutPermitsOnlyRepeatsIt() {
        play(Samples.CHAIN, "start\nrevoke -> RUNNING a#2 INTERRUPTED go:RETRY");
    }

    @Test
    void permitsThatAreRevokedFromARunThatIsToPauseLeaveItPaused() {
        play(
                Samples.POOLED_FIRST,
                """
                start
                grant
                pause   -> RUNNING p#1 PAUSE_REQUESTED pausing
                revoke  -> PAUSED p#1 INTERRUPTED,PAUSED held:RUNNING
                resume  -> ACQUIRING p#1 RESUMED
                """);
    }

    @Test
    void memosBelongToOneVisitOfAState() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        "start\nmemo x -> RUNNING a#1 RESULT_RECORDED\nthrow\n1s\nmemo y");
        assertThat(table.run().data().memos()).containsOnlyKeys("x", "y");
        table.then("next -> RUNNING b#1 ENTERED go:FIRST");
        assertThat(table.run().data().memos()).isEmpty();
    }

    @Test
    void aMemoOfABodyThatIsNotInFlightIsNotTaken() {
        play(Samples.CHAIN, "start queue\nmemo x -> same");
    }

    /// ENG-07 responses and contexts travel with the run; a state without one keeps what is there.
    @Test
    void responseAndContextAreCarriedOn() {
        DecisionTable table = play(Samples.CHAIN, "start\nnext response=r note=c\nnext");
        assertThat(table.run().data().response()).isEqualTo(Payload.of("r"));
        assertThat(table.run().data().context()).isEqualTo(Payload.of("c"));
    }

    /// E15 the answer of a body that was asked to stop does not count, and neither does its SQL.
    @Test
    void anAnswerThatComesTooLateLeavesNothingBehind() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        cancel -> RUNNING a#1 CANCEL_REQUESTED ending:CANCELLED stop
                        next response=r note=c children=2 send=7 -> CANCELLED a#1 ENDED
                        """);
        assertThat(table.last().accepts()).isFalse();
        assertThat(table.run().data().response()).isNull();
        assertThat(table.run().data().context()).isNull();
        assertThat(table.run().data().family().started()).isZero();
    }

    @Test
    void whatComesWithAnOutcomeThatCountsIsCarried() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        next children=2 send=7 -> RUNNING b#1 ENTERED go:FIRST created:2000:QUEUED created:2001:QUEUED sends:7:EVENT:Go
                        """);
        assertThat(table.last().accepts()).isTrue();
        assertThat(table.run().data().family().live()).isEqualTo(2);
    }

    @Test
    void answersWithoutAnAttemptInFlightChangeNothing() {
        for (String status :
                new String[] {"start delay=5s", "start queue", "start after=7:SUCCESS"}) {
            for (String word :
                    new String[] {"next", "throw", "timeout", "revoke", "crash", "admit x"}) {
                if (status.contains("queue") && word.startsWith("admit")) continue;
                play(Samples.CHAIN, status + "\n" + word + " -> same");
            }
        }
    }

    /// `then`: the followers of a run start when it completes, and only then.
    @Test
    void followersStartWithTheCompletionOnly() {
        play(
                Samples.FOLLOWED,
                """
                start parent=9
                follow 1 -> same
                next -> WAITING complete ENTERED ending:COMPLETED timer:0s
                due -> same
                child-started -> WAITING complete CHILD_STARTED ending:COMPLETED timer:0s created:7:QUEUED
                child 7 COMPLETED -> WAITING complete CHILD_ENDED ending:COMPLETED timer:0s
                follow 2 -> COMPLETED complete ENDED created:3000:RUNNING created:3001:RUNNING sends:9:CHILD_ENDED:COMPLETED
                follow 1 -> same
                """);
        play(Samples.FOLLOWED, "start\nabort -> ABORTED a#1 ENDED");
        play(
                Samples.FOLLOWED,
                """
                start
                goto complete
                next     -> WAITING complete WENT_TO,ENTERED ending:COMPLETED timer:0s
                follow 0 -> COMPLETED complete ENDED
                """);
    }

    /// `then`: a cleanup comes before what follows, and is not repeated for it.
    @Test
    void followersStartAfterTheCleanup() {
        play(
                Samples.FOLLOWED_CLEANED,
                """
                start
                next     -> CLEANING complete#1 CLEANUP_STARTED ending:COMPLETED go:FIRST
                next     -> WAITING complete#1 ENTERED ending:COMPLETED timer:0s
                park     -> PARKED complete#1 PARKED held:WAITING ending:COMPLETED timer:0s
                retry    -> WAITING complete#1 RETRIED ending:COMPLETED timer:0s
                follow 1 -> COMPLETED complete#1 ENDED created:3000:RUNNING
                """);
    }

    /// `then`: a run that cannot start what follows it can be given up.
    @Test
    void aRunThatCannotBeFollowedCanBeCancelled() {
        play(
                Samples.FOLLOWED,
                """
                start
                next
                pause  -> refused: it is about to end
                goto a -> refused: it is about to end
                cancel -> same
                park
                cancel -> CANCELLED complete CANCEL_REQUESTED,ENDED
                """);
    }

    /// ENG-23 nothing happens to a run that has ended.
    @Test
    void anEndedRunNeverChanges() {
        String[] words = {
            "next",
            "throw",
            "timeout",
            "revoke",
            "memo x",
            "due",
            "admit",
            "grant",
            "event Go",
            "followed",
            "child-started",
            "crash",
            "adopt renamed",
            "park",
            "unpark"
        };
        for (String word : words) play(Samples.CHAIN, "start\nfail\n" + word + " -> same");
        for (String word : new String[] {"pause", "resume", "cancel", "retry", "goto a", "skip"}) {
            play(Samples.CHAIN, "start\nfail\n" + word + " -> refused: it has ended");
        }
    }

    @Test
    void wordThatComesAfterTheEndIsTakenOutOfTheStore() {
        for (String word :
                new String[] {"sent Go", "child 7 COMPLETED", "before 7 FAILED", "parent-ended"}) {
            DecisionTable table = play(Samples.CHAIN, "start\nfail\n" + word);
            assertThat(table.last().taken()).hasSize(1);
            assertThat(table.last().entries()).isEmpty();
        }
    }

    private static Definition retrying(Retry retry) {
        return Samples.machine("retrying")
                .step("a", Samples.BODY, s -> s.retry(retry))
                .build()
                .definition();
    }

    private static String failure(DecisionTable table) {
        return String.valueOf(table.run().condition().ending().failure());
    }
}
